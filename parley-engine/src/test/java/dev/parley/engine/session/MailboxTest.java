package dev.parley.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.id.AgentId;
import dev.parley.id.MessageId;
import dev.parley.id.SessionId;
import dev.parley.id.WorkspaceId;
import dev.parley.message.SessionMessage;
import dev.parley.message.SessionMessageDraft;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MailboxTest {
  private static final SessionId RUN = new SessionId("run");
  private static final AgentId CAROL = new AgentId("carol");

  private final List<Boolean> asked = new ArrayList<>();
  private final Mailbox box =
      new Mailbox(
          WorkspaceId.DEFAULT,
          CAROL,
          session -> true,
          () -> false,
          new Mailbox.Delivery() {
            @Override
            public void deliver(SessionMessage message, boolean toThoseWhoWait) {
              asked.add(toThoseWhoWait);
            }

            @Override
            public void waiting() {
              reminded++;
            }
          });
  private int reminded;

  @Test
  void message_saidWhileTheConnectionBegan_isGivenToThoseWhoWaitOnce() {
    box.count(RUN, 1);
    assertThat(box.ask().seqs()).containsEntry(RUN, List.of(1L));
    assertThat(box.take(Map.of())).isFalse();
    box.take(message(1));
    box.take(message(2));
    assertThat(asked).containsExactly(false, true);
  }

  @Test
  void ask_withRoomForSome_leavesTheOthersBeforeWhatComesLater() {
    box.take(message(1));
    box.take(message(2));
    assertThat(box.ask().seqs()).containsEntry(RUN, List.of(1L, 2L));
    box.take(message(3));
    assertThat(box.take(Map.of(RUN, List.of(2L)))).isTrue();
    box.take(message(4));
    assertThat(asked).as("nothing overtakes what waits").containsOnly(false);
    assertThat(box.ask().seqs()).containsEntry(RUN, List.of(2L, 3L, 4L));
    assertThat(box.take(Map.of())).isFalse();
    box.take(message(5));
    assertThat(asked).endsWith(true);
  }

  @Test
  void count_afterTheInboxHasAsked_remindsIt() {
    box.count(RUN, 1);
    box.remind();
    assertThat(reminded).as("nobody has asked").isZero();
    assertThat(box.ask().seqs()).containsEntry(RUN, List.of(1L));
    assertThat(box.take(Map.of())).isFalse();
    box.remind();
    assertThat(reminded).as("nothing waits").isZero();
    box.count(RUN, 2);
    box.remind();
    assertThat(reminded).isEqualTo(1);
  }

  private static SessionMessage message(long seq) {
    return new SessionMessage(
        new MessageId("01ARZ3NDEKTSV4RRFFQ69G5FAV"),
        RUN,
        seq,
        new AgentId("alice"),
        false,
        Instant.EPOCH,
        SessionMessageDraft.direct(CAROL, "hi"));
  }
}
