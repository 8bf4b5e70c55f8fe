package dev.parley.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.WorkspaceId;
import dev.parley.agent.AgentId;
import dev.parley.message.MessageId;
import dev.parley.session.SessionDraft;
import dev.parley.session.SessionId;
import dev.parley.session.SessionMessage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
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
          (message, toThoseWhoWait) -> asked.add(toThoseWhoWait));

  @Test
  void message_saidWhileTheConnectionBegan_isGivenToThoseWhoWaitOnce() {
    box.count(RUN, 1);
    assertThat(box.ask().seqs()).containsEntry(RUN, List.of(1L));
    box.take(message(1));
    box.take(message(2));
    assertThat(asked).containsExactly(false, true);
  }

  private static SessionMessage message(long seq) {
    return new SessionMessage(
        new MessageId("01ARZ3NDEKTSV4RRFFQ69G5FAV"),
        RUN,
        seq,
        new AgentId("alice"),
        Instant.EPOCH,
        SessionDraft.direct(CAROL, "hi"));
  }
}
