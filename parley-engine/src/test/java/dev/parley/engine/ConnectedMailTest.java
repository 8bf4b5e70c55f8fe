package dev.parley.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.engine.concurrent.HandCrank;
import dev.parley.engine.delivery.DeliveryLedger;
import dev.parley.engine.persistence.Database;
import dev.parley.engine.session.Mailbox;
import dev.parley.engine.session.SessionDirectory;
import dev.parley.engine.session.SessionLimits;
import dev.parley.event.DirectArrived;
import dev.parley.event.Event;
import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import dev.parley.id.WorkspaceId;
import dev.parley.message.SessionMessage;
import dev.parley.message.SessionMessageDraft;
import dev.parley.page.PageSize;
import dev.parley.spi.Telemetry;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The mail of a connection, with the threads that count unread messages under the test's hand. */
class ConnectedMailTest {
  private static final SessionId RUN = new SessionId("run");
  private static final AgentId BOB = new AgentId("bob");

  private final HikariDataSource source = Databases.inMemory();
  private final Database database = Database.over(source, Entities.ALL);
  private final HandCrank counting = new HandCrank();
  private final DeliveryLedger readings =
      new DeliveryLedger(database.transactions(), InstantSource.system(), () -> {});
  private final SessionDirectory sessions =
      new SessionDirectory(
          database.transactions(),
          InstantSource.system(),
          SessionLimits.GENEROUS,
          10,
          readings,
          counting,
          workspace -> {});

  @AfterEach
  void close() {
    database.close();
    source.close();
  }

  @Test
  void unasked_beforeTheConnectionWasCounted_hasWhatWasSaidBeforeIt_once() {
    sayElsewhere("while away");
    Mailbox box =
        new Mailbox(WorkspaceId.DEFAULT, BOB, session -> true, () -> false, (message, asked) -> {});
    sessions.open(box, Optional.of(RUN));
    ConnectedMail mail =
        new ConnectedMail(
            new SessionServices(
                sessions, null, null, null, readings, null, counting, Telemetry.NONE),
            box,
            new SessionChoice(ConnectOptions.of("bob").during(RUN)));
    assertThat(counting.waiting()).isEqualTo(1);
    assertThat(said(mail)).containsExactly("while away");
    counting.turn();
    assertThat(said(mail)).isEmpty();
    assertThat(box.unread()).isEqualTo(1);
  }

  /** It was said at another node, so nothing but the count delivers it here. */
  @Test
  void count_afterTheMailWasAskedFor_remindsThoseWhoWait() {
    AtomicInteger reminders = new AtomicInteger();
    Mailbox box =
        new Mailbox(
            WorkspaceId.DEFAULT,
            BOB,
            session -> true,
            () -> false,
            new Mailbox.Delivery() {
              @Override
              public void deliver(SessionMessage message, boolean asked) {}

              @Override
              public void waiting() {
                reminders.incrementAndGet();
              }
            });
    sessions.open(box, Optional.of(RUN));
    ConnectedMail mail =
        new ConnectedMail(
            new SessionServices(
                sessions, null, null, null, readings, null, counting, Telemetry.NONE),
            box,
            new SessionChoice(ConnectOptions.of("bob").during(RUN)));
    assertThat(said(mail)).isEmpty();
    sayElsewhere("meanwhile");
    counting.turn();
    assertThat(reminders).hasValue(1);
    assertThat(said(mail)).containsExactly("meanwhile");
  }

  private void sayElsewhere(String text) {
    try (Parley parley = ParleyBuilder.builder().database(source).build()) {
      SessionMessage unused =
          parley
              .connect(ConnectOptions.of("alice").during(RUN))
              .sessions()
              .current()
              .messages()
              .send(SessionMessageDraft.direct(BOB, text));
    }
  }

  private static List<String> said(ConnectedMail mail) {
    return mail.unasked(PageSize.<Event>of(10)).stream()
        .map(event -> ((DirectArrived) event.event().orElseThrow()).message().draft().content())
        .toList();
  }
}
