package dev.parley.engine.task;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.engine.Store;
import dev.parley.engine.persistence.Database;
import dev.parley.engine.persistence.SqlStatement;
import dev.parley.engine.persistence.Transactions;
import dev.parley.id.AgentId;
import dev.parley.id.TaskId;
import dev.parley.task.TaskDraft;
import dev.parley.task.TaskStatus;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The one rule of who may claim, wherever it is written: in three statements and in Java. */
class ClaimRuleTest {
  private static final AgentId ME = new AgentId("me");
  private static final AgentId OTHER = new AgentId("other");
  private static final Optional<AgentId> NOBODY = Optional.empty();
  private static final Optional<AgentId> FOR_ME = Optional.of(ME);
  private static final Optional<AgentId> FOR_ANOTHER = Optional.of(OTHER);
  private static final long NOW = 1_000_000;
  private static final String SESSION =
      """
      INSERT INTO parley_session (id, workspace, name, created_at, started_at, last_seq, messages,
        tasks, artifacts, reviews) VALUES (?, 'w', ?, 0, 0, 0, 0, 0, 0, 0)
      """;

  /** A task as it may be on a board; {@code isFree} for me, unless it waits for others. */
  private record Situation(
      String name, boolean isFree, Optional<AgentId> assignee, Consumer<TaskRow> then) {}

  private static final List<Situation> SITUATIONS =
      List.of(
          free("new", NOBODY, row -> {}),
          free("new for me", FOR_ME, row -> {}),
          notFree("new for another", FOR_ANOTHER, row -> {}),
          free("assigned to me", FOR_ANOTHER, row -> row.assignedTo(ME, 0)),
          notFree("assigned to another", FOR_ME, row -> row.assignedTo(OTHER, 0)),
          notFree("leased to me", NOBODY, row -> row.heldBy(ME, NOW + 1, 0)),
          notFree("leased to another", NOBODY, row -> row.heldBy(OTHER, NOW + 1, 0)),
          notFree("leased until now", NOBODY, row -> row.heldBy(OTHER, NOW, 0)),
          notFree("leased and for me", FOR_ME, row -> row.heldBy(OTHER, NOW + 1, 0)),
          free("expired", NOBODY, row -> row.heldBy(OTHER, NOW - 1, 0)),
          free("expired and mine", NOBODY, row -> row.heldBy(ME, NOW - 1, 0)),
          free("expired and for me", FOR_ME, row -> row.heldBy(OTHER, NOW - 1, 0)),
          notFree("expired and for another", FOR_ANOTHER, row -> row.heldBy(OTHER, NOW - 1, 0)),
          notFree("expired mine but for another", FOR_ANOTHER, row -> row.heldBy(ME, NOW - 1, 0)),
          free("released", NOBODY, row -> held(row).backOnBoard(9, 0)),
          notFree("released for another", FOR_ANOTHER, row -> held(row).backOnBoard(9, 0)),
          notFree("in review", NOBODY, row -> held(row).restsAs(TaskStatus.IN_REVIEW, 0)),
          notFree("in review without holder", NOBODY, row -> row.restsAs(TaskStatus.IN_REVIEW, 0)),
          notFree("done", FOR_ME, row -> held(row).restsAs(TaskStatus.DONE, 0)),
          notFree("done without holder", NOBODY, row -> row.restsAs(TaskStatus.DONE, 0)));

  /** The state of the task it depends on. */
  private enum Dependency {
    NONE,
    ON_DONE,
    ON_OPEN
  }

  /** The ways to ask whether a task may be claimed; the last one claims it. */
  private enum Asked {
    IN_JAVA {
      @Override
      boolean isFree(EntityManager entities, String session, TaskId task) {
        TaskRows rows = new TaskRows(entities, session);
        return rows.row(task).orElseThrow().isFreeFor(ME, NOW) && rows.open(task).isEmpty();
      }
    },
    FOR_THE_FIRST {
      @Override
      boolean isFree(EntityManager entities, String session, TaskId task) {
        return new TaskQueue(entities, session, NOW).first(ME).equals(Optional.of(task));
      }
    },
    AMONG_MANY {
      @Override
      boolean isFree(EntityManager entities, String session, TaskId task) {
        return new TaskQueue(entities, session, NOW).poll(ME, 2).equals(Optional.of(task));
      }
    },
    WITH_A_CLAIM {
      @Override
      boolean isFree(EntityManager entities, String session, TaskId task) {
        return ClaimRules.of(session, task, ME, NOW, NOW + 1).execute(entities) == 1;
      }
    };

    abstract boolean isFree(EntityManager entities, String session, TaskId task);
  }

  @ParameterizedTest
  @EnumSource
  void rule_whereverItIsWritten_isTheSame(Store store) {
    List<String> wrong = new ArrayList<>();
    int sessions = 0;
    try (HikariDataSource source = store.newMigratedDatabase();
        Database database = store.database(source, JpaTasks.ENTITIES)) {
      Transactions transactions = database.transactions();
      for (Situation situation : SITUATIONS) {
        for (Dependency dependency : Dependency.values()) {
          String session = "session-" + sessions++;
          TaskId task = new TaskId("task-" + session);
          transactions.run(entities -> insert(entities, session, task, situation, dependency));
          boolean isFree = situation.isFree() && dependency != Dependency.ON_OPEN;
          for (Asked asked : Asked.values()) {
            if (transactions.call(em -> asked.isFree(em, session, task)) != isFree) {
              wrong.add(situation.name() + ", " + dependency + ": " + asked + " says " + !isFree);
            }
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  private static void insert(
      EntityManager entities,
      String session,
      TaskId task,
      Situation situation,
      Dependency dependency) {
    assertThat(SqlStatement.of(SESSION, session, session).execute(entities)).isOne();
    TaskDraft.Builder draft = TaskDraft.titled("t");
    situation.assignee().ifPresent(draft::assignee);
    TaskId before = new TaskId("before-" + session);
    if (dependency != Dependency.NONE) {
      TaskRow first =
          new TaskRow(before.value(), session, 1, OTHER, 0, TaskDraft.titled("b").build(), 0);
      first.heldBy(OTHER, NOW + 1, 0);
      if (dependency == Dependency.ON_DONE) {
        first.restsAs(TaskStatus.DONE, 0);
      }
      entities.persist(first);
      draft.dependsOn(before);
    }
    TaskRow row = new TaskRow(task.value(), session, 2, OTHER, 0, draft.build(), 0);
    situation.then().accept(row);
    entities.persist(row);
    if (dependency != Dependency.NONE) {
      entities.flush(); // a provider is free to insert rows that refer to it first
      entities.persist(new DependencyRow(task.value(), 0, before.value(), session));
    }
  }

  private static Situation free(String name, Optional<AgentId> assignee, Consumer<TaskRow> then) {
    return new Situation(name, true, assignee, then);
  }

  private static Situation notFree(
      String name, Optional<AgentId> assignee, Consumer<TaskRow> then) {
    return new Situation(name, false, assignee, then);
  }

  private static TaskRow held(TaskRow row) {
    row.heldBy(ME, NOW + 1, 0);
    return row;
  }
}
