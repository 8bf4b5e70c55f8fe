package dev.parley.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.MessageId;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class MessageTest {
  private static final MessageId ID = new MessageId("01ARZ3NDEKTSV4RRFFQ69G5FAV");
  private static final MessageDraft DRAFT =
      MessageDraft.of(
          TopicName.of(WorkspaceId.DEFAULT, RoomName.of("planning")),
          new Sender(new AgentId("alice"), Nickname.of("alice"), new ConnectionId("c1")),
          Body.of("hi"));

  @Test
  void sentAt_isCutToMilliseconds() {
    Message message = DRAFT.accepted(ID, 1, Instant.parse("2026-01-02T03:04:05.123456789Z"));
    assertThat(message.sentAt()).isEqualTo(Instant.parse("2026-01-02T03:04:05.123Z"));
  }

  @Test
  void seq_countsFrom1() {
    assertThat(DRAFT.accepted(ID, 1, Instant.EPOCH).seq()).isEqualTo(1);
    assertThatIllegalArgumentException().isThrownBy(() -> DRAFT.accepted(ID, 0, Instant.EPOCH));
  }

  @Test
  void topicOfARoom_isWrittenWithItsWorkspaceAndKind() {
    assertThat(DRAFT.topic()).hasToString("default/room/planning");
  }
}
