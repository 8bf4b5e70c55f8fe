package dev.parley.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.delivery.MailItem;
import dev.parley.event.DirectArrived;
import dev.parley.id.AgentId;
import dev.parley.id.MessageId;
import dev.parley.id.SessionId;
import dev.parley.message.SessionMessage;
import dev.parley.message.SessionMessageDraft;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StoredMailTest {
  private static final SessionMessage MESSAGE =
      new SessionMessage(
          new MessageId("01ARZ3NDEKTSV4RRFFQ69G5FAV"),
          new SessionId("run"),
          7,
          new AgentId("alice"),
          false,
          Instant.EPOCH,
          SessionMessageDraft.direct(new AgentId("bob"), "hi"));

  private final Map<MailItem, SessionMessage> rows = new HashMap<>();
  private final List<MailItem> reads = new ArrayList<>();
  private final Set<MailItem> answered = new HashSet<>();
  private final DirectArrived arrived = new DirectArrived(MESSAGE);
  private final StoredMail mail =
      new StoredMail(
          arrived,
          item -> {
            reads.add(item);
            return Optional.ofNullable(rows.get(item));
          },
          answered::contains);

  @Test
  void event_whileItIsKept_readsNothing() {
    assertThat(mail.event().orElseThrow()).isSameAs(arrived);
    assertThat(reads).isEmpty();
  }

  @Test
  void event_thatWasGivenUp_isReadFromItsRowOnce() {
    MailItem item = MailItem.of(MESSAGE);
    rows.put(item, MESSAGE);
    mail.forget();
    assertThat(mail.event()).contains(arrived);
    assertThat(mail.event()).contains(arrived);
    assertThat(reads).containsExactly(item);
  }

  @Test
  void event_whoseRowIsGone_isEmpty() {
    mail.forget();
    assertThat(mail.event()).isEmpty();
  }

  @Test
  void isAnswered_isAskedWithoutTheText() {
    mail.forget();
    assertThat(mail.isAnswered()).isFalse();
    answered.add(MailItem.of(MESSAGE));
    assertThat(mail.isAnswered()).isTrue();
    assertThat(reads).isEmpty();
  }
}
