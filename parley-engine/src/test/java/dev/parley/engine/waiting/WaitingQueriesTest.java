package dev.parley.engine.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.engine.Store;
import dev.parley.engine.persistence.RecordedStatements;
import dev.parley.engine.room.RateLimit;
import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import dev.parley.message.SessionMessageDraft;
import dev.parley.session.Session;
import dev.parley.task.TaskDraft;
import dev.parley.waiting.Waiting;
import dev.parley.waiting.WaitingItem;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The cost of a list: as many queries for many items as for two, two more for each session, and one
 * more for each page of answered messages.
 */
class WaitingQueriesTest {
  private static final AgentId ANN = new AgentId("ann");
  private static final AgentId BOB = new AgentId("bob");
  private static final SessionId RUN = new SessionId("run");
  private static final int MANY = Integer.getInteger("parley.waiting.messages", 60);
  private static final int SOURCES = 5;
  private static final int OF_A_SESSION = 2;

  @ParameterizedTest
  @EnumSource(names = {"H2", "POSTGRESQL"})
  void list_ofManyItems_asksAsManyQueriesAsOneOfTwo(Store store) {
    try (HikariDataSource source = store.newMigratedDatabase()) {
      RecordedStatements recorded = new RecordedStatements();
      try (Parley parley = store.over(recorded.of(source)).rateLimit(RateLimit.OFF).build()) {
        Connection bob = parley.connect(ConnectOptions.of("bob"));
        Session run = bob.sessions().start(RUN);
        fill(run, 1);
        assertThat(queries(recorded, bob)).isEqualTo(SOURCES + OF_A_SESSION);
        fill(run, MANY);
        assertThat(queries(recorded, bob)).isEqualTo(SOURCES + OF_A_SESSION);
        fill(bob.sessions().start(new SessionId("other")), 1);
        assertThat(queries(recorded, bob)).isEqualTo(SOURCES + 2 * OF_A_SESSION);
        long begun = System.nanoTime();
        List<WaitingItem> items = items(bob);
        System.out.printf(
            Locale.ROOT,
            "figure: a list of %d items on %s: %.1f ms%n",
            items.size(),
            store,
            (System.nanoTime() - begun) / 1e6);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"H2", "POSTGRESQL"})
  void list_ofOpenAmongAnsweredMessages_asksOneQueryMoreForEachPage(Store store) {
    try (HikariDataSource source = store.newMigratedDatabase()) {
      RecordedStatements recorded = new RecordedStatements();
      try (Parley parley = store.over(recorded.of(source)).rateLimit(RateLimit.OFF).build()) {
        Connection bob = parley.connect(ConnectOptions.of("bob"));
        Session run = bob.sessions().start(RUN);
        Session ofAnn = parley.connect(ConnectOptions.of("ann")).sessions().find(RUN).orElseThrow();
        answered(run, ofAnn, 3);
        int few = queries(recorded, bob);
        answered(run, ofAnn, 2);
        assertThat(queries(recorded, bob)).isEqualTo(few + 2);
      }
    }
  }

  /** A session may have very many messages that are to everyone. */
  @Test
  void list_ofMessagesToOne_readsTheIndexOfRecipients() throws SQLException {
    try (HikariDataSource source = Store.H2.newMigratedDatabase()) {
      RecordedStatements recorded = new RecordedStatements();
      try (Parley parley = Store.H2.over(recorded.of(source)).build()) {
        Connection bob = parley.connect(ConnectOptions.of("bob"));
        fill(bob.sessions().start(RUN), 1);
        queries(recorded, bob);
        List<String> ofMessages =
            recorded.by(Set.of(Thread.currentThread())).stream()
                .filter(sql -> sql.contains("FROM parley_session t0, parley_message t1"))
                .toList();
        assertThat(ofMessages).hasSize(1);
        assertThat(plan(source, ofMessages.get(0))).contains("PARLEY_MESSAGE_TO: RECIPIENT IN(");
      }
    }
  }

  private static String plan(HikariDataSource source, String sql) throws SQLException {
    try (java.sql.Connection connection = source.getConnection();
        Statement statement = connection.createStatement();
        ResultSet plan = statement.executeQuery("EXPLAIN " + sql)) {
      assertThat(plan.next()).isTrue();
      return plan.getString(1);
    }
  }

  /** Sends pages of messages that are answered then, and one that is not. */
  private static void answered(Session run, Session ofAnn, int pages) {
    for (int i = 0; i < pages * Waiting.MAX_OF_KIND; i++) {
      run.messages().send(SessionMessageDraft.direct(ANN, "message " + i));
    }
    ofAnn.messages().send(SessionMessageDraft.direct(BOB, "I have read them."));
    run.messages().send(SessionMessageDraft.direct(ANN, "one more"));
  }

  private static void fill(Session session, int items) {
    for (int i = 0; i < items; i++) {
      session.messages().send(SessionMessageDraft.direct(ANN, "message " + i));
      session.messages().send(SessionMessageDraft.broadcast("to all, @ann, " + i));
      session.tasks().create(TaskDraft.titled("task " + i).assignee(ANN).build());
    }
  }

  private static List<WaitingItem> items(Connection connection) {
    return connection.waitingFor(ANN).list(Optional.empty(), 1000).items();
  }

  private static int queries(RecordedStatements recorded, Connection connection) {
    recorded.clear();
    assertThat(items(connection)).isNotEmpty();
    return recorded.by(Set.of(Thread.currentThread())).size();
  }
}
