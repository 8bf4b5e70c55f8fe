package dev.parley.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.engine.Databases;
import dev.parley.engine.Entities;
import dev.parley.engine.ParleyBuilder;
import dev.parley.engine.delivery.DeliveryLedger;
import dev.parley.engine.persistence.Database;
import dev.parley.engine.persistence.RecordedStatements;
import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import dev.parley.id.WorkspaceId;
import dev.parley.message.SessionMessageDraft;
import dev.parley.message.Subscription;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A node that looks for what another one writes in its sessions. */
class SessionLookTest {
  private static final int SESSIONS = 20;
  private static final AgentId BOB = new AgentId("bob");

  private final HikariDataSource source = Databases.inMemory();
  private final RecordedStatements recorded = new RecordedStatements();
  private final List<String> delivered = new ArrayList<>();
  private Parley parley;
  private Database database;
  private SessionDirectory elsewhere;

  @BeforeEach
  void open() {
    parley = ParleyBuilder.builder().database(source).build();
    for (int i = 0; i < SESSIONS; i++) {
      say(i, "the first");
    }
    database = Database.over(recorded.of(source), Entities.ALL);
    elsewhere =
        new SessionDirectory(
            database.transactions(),
            InstantSource.system(),
            SessionLimits.GENEROUS,
            SESSIONS,
            new DeliveryLedger(database.transactions(), InstantSource.system(), () -> {}),
            Runnable::run,
            workspace -> {});
    for (int i = 0; i < SESSIONS; i++) {
      assertThat(elsewhere.find(WorkspaceId.DEFAULT, id(i))).isPresent();
    }
    Mailbox box =
        new Mailbox(
            WorkspaceId.DEFAULT,
            BOB,
            in -> true,
            () -> false,
            (message, asked) -> delivered.add(message.session() + " " + message.seq()));
    elsewhere.open(box, Optional.of(id(0)));
    recorded.clear();
  }

  @AfterEach
  void close() {
    database.close();
    parley.close();
    source.close();
  }

  private static SessionId id(int session) {
    return new SessionId("run-" + session);
  }

  private void say(int session, String content) {
    var unused =
        parley
            .connect(ConnectOptions.of("alice").during(id(session)))
            .sessions()
            .current()
            .messages()
            .send(SessionMessageDraft.direct(BOB, content));
  }

  private List<String> statements() {
    return recorded.by(Set.of(Thread.currentThread()));
  }

  private void lookWhereMessagesCannotBeRead() {
    AtomicBoolean broken = new AtomicBoolean(true);
    recorded.before(
        sql -> {
          if (broken.get() && sql.contains("parley_message")) {
            throw new IllegalStateException("the database is away");
          }
        });
    elsewhere.lookForMail();
    broken.set(false);
  }

  @Test
  void lookForMail_inSessionsWithoutAChange_isOneQueryForAll() {
    elsewhere.lookForMail();
    assertThat(statements()).hasSize(2); // the session started last, and all sessions
    assertThat(delivered).isEmpty();
  }

  @Test
  void lookForMail_readsTheSessionThatHasChanged() {
    say(3, "news");
    elsewhere.lookForMail();
    assertThat(delivered).hasSize(1).first().asString().contains("run-3");
    recorded.clear();
    elsewhere.lookForMail();
    assertThat(statements()).hasSize(2);
  }

  @Test
  void lookForMail_afterAReadingThatFailed_readsAgain() {
    say(3, "news");
    lookWhereMessagesCannotBeRead();
    assertThat(delivered).isEmpty();
    elsewhere.lookForMail();
    assertThat(delivered).hasSize(1);
  }

  @Test
  void repeatFailedDeliveries_readsAgain_andOnlyWhatFailed() {
    say(3, "news");
    lookWhereMessagesCannotBeRead();
    recorded.clear();
    elsewhere.repeatFailedDeliveries();
    assertThat(delivered).hasSize(1);
    recorded.clear();
    elsewhere.repeatFailedDeliveries();
    assertThat(statements()).isEmpty();
  }

  @Test
  void lookAgain_wakesTheFollowersOfTheSessionThatHasChanged() {
    List<Long> followed = new CopyOnWriteArrayList<>();
    LiveSession session = elsewhere.session(WorkspaceId.DEFAULT, id(5));
    Subscription following = session.follow(0, event -> followed.add(event.seq()), Runnable::run);
    int before = followed.size();
    recorded.clear();
    elsewhere.lookAgain();
    int first = statements().size();
    elsewhere.lookAgain();
    assertThat(statements()).as("the second look reads one query").hasSize(first + 1);
    say(5, "news");
    elsewhere.lookAgain();
    assertThat(followed).hasSize(before + 1);
    following.close();
    recorded.clear();
    elsewhere.lookAgain();
    assertThat(statements()).as("nobody follows").isEmpty();
  }
}
