package dev.parley.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.id.AgentId;
import dev.parley.id.MessageId;
import dev.parley.id.SessionId;
import dev.parley.message.SessionMessage;
import dev.parley.message.SessionMessageDraft;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RecordedEventTest {
  @Test
  void contentLength_ofAMessage_isThatOfItsContent() {
    SessionMessage message =
        new SessionMessage(
            new MessageId("01ARZ3NDEKTSV4RRFFQ69G5FAV"),
            new SessionId("s1"),
            7,
            new AgentId("alice"),
            false,
            Instant.EPOCH,
            SessionMessageDraft.broadcast("hello"));
    assertThat(of(new MessageSaid(message)).contentLength()).isEqualTo(5);
  }

  @Test
  void contentLength_ofAnyOtherChange_isNone() {
    assertThat(of(new AgentThinking("hello")).contentLength()).isZero();
  }

  private static RecordedEvent of(SessionEvent event) {
    return new RecordedEvent(7, Instant.EPOCH, Optional.of(new AgentId("alice")), event);
  }
}
