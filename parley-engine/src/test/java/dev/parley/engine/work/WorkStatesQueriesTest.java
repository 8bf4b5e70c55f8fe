package dev.parley.engine.work;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.artifact.Artifact;
import dev.parley.artifact.ArtifactDraft;
import dev.parley.artifact.ArtifactType;
import dev.parley.engine.Store;
import dev.parley.engine.persistence.RecordedStatements;
import dev.parley.engine.room.RateLimit;
import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import dev.parley.message.SessionMessageDraft;
import dev.parley.session.Session;
import dev.parley.session.WorkState;
import dev.parley.task.Task;
import dev.parley.task.TaskChange;
import dev.parley.task.TaskDraft;
import dev.parley.task.TaskStatus;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The cost of states: as many queries for many agents as for two. */
class WorkStatesQueriesTest {
  private static final SessionId MAIN = new SessionId("main");
  private static final int FEW = 2;
  private static final int MANY = Integer.getInteger("parley.states.agents", 20);
  private static final int TASKS = 10;
  private static final int MESSAGES = 20;
  private static final int RUNS = 20;

  @ParameterizedTest
  @EnumSource(names = {"H2", "POSTGRESQL"})
  void states_ofManyAgents_askAsManyQueriesAsThoseOfTwo(Store store) {
    try (HikariDataSource source = store.newMigratedDatabase()) {
      RecordedStatements recorded = new RecordedStatements();
      try (Parley parley = store.over(recorded.of(source)).rateLimit(RateLimit.OFF).build()) {
        Session session =
            parley.connect(ConnectOptions.of("lea").during(MAIN)).sessions().current();
        work(session, 0, FEW);
        recorded.clear();
        assertThat(session.workStates()).hasSize(FEW + 1);
        int few = recorded.by(Set.of(Thread.currentThread())).size();
        work(session, FEW, MANY);
        recorded.clear();
        List<WorkState> states = session.workStates();
        assertThat(recorded.by(Set.of(Thread.currentThread())))
            .hasSize(few)
            .hasSizeLessThanOrEqualTo(12);
        assertThat(states).hasSize(MANY + 1);
        assertThat(states).extracting(WorkState::kind).contains(WorkState.Kind.values());
        print(store, session);
      }
    }
  }

  private static void print(Store store, Session session) {
    double[] times = new double[RUNS];
    for (int run = 0; run < RUNS; run++) {
      long begun = System.nanoTime();
      var unused = session.workStates();
      times[run] = (System.nanoTime() - begun) / 1e6;
    }
    Arrays.sort(times);
    System.out.printf(
        Locale.ROOT,
        "figure: states of %d agents, %d tasks, %d messages on %s: median %.1f ms, slowest %.1f%n",
        MANY,
        MANY * TASKS,
        MANY * MESSAGES,
        store,
        times[RUNS / 2],
        times[RUNS - 1]);
  }

  /** Lets agents get tasks and do one thing each, all kinds of things in turn. */
  private static void work(Session lead, int from, int to) {
    Task first = lead.tasks().create(TaskDraft.titled("first").build());
    for (int i = from; i < to; i++) {
      AgentId agent = new AgentId("agent-" + i);
      Session own = lead.as(agent);
      int kind = i % 6;
      for (int task = 0; task < TASKS; task++) {
        TaskDraft.Builder draft = TaskDraft.titled("task " + task).assignee(agent);
        Task made =
            lead.tasks().create(kind == 0 ? draft.dependsOn(first.id()).build() : draft.build());
        if (kind == 1) {
          own.tasks().claim(made.id());
        } else if (kind == 2) {
          own.tasks().claim(made.id());
          var unused = own.tasks().update(made.id(), TaskChange.to(TaskStatus.DONE));
        }
      }
      for (int message = 0; message < MESSAGES; message++) {
        say(own, "x".repeat(300));
      }
      switch (kind) {
        case 3 -> {
          Artifact artifact =
              own.artifacts().post(ArtifactDraft.of("a" + i, ArtifactType.REPORT, "x"));
          own.reviews().request(artifact.id(), lead.agent());
        }
        case 4 -> say(own, "end:waiting | x");
        case 5 -> say(own, "end:failed | x");
        default -> {}
      }
    }
  }

  private static void say(Session session, String content) {
    var unused = session.messages().send(SessionMessageDraft.broadcast(content));
  }
}
