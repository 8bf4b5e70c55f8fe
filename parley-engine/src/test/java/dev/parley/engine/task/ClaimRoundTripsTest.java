package dev.parley.engine.task;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.engine.Store;
import dev.parley.engine.concurrent.GroupCommit;
import dev.parley.engine.persistence.RecordedStatements;
import dev.parley.engine.room.RateLimit;
import dev.parley.id.SessionId;
import dev.parley.id.TaskId;
import dev.parley.task.Claim;
import dev.parley.task.Task;
import dev.parley.task.TaskDraft;
import dev.parley.task.Tasks;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The round trips of claims in one commit: as many for sixteen claims as for two. Hibernate hides
 * its connection, so it has no batch of its own and is left out.
 */
class ClaimRoundTripsTest {
  private static final SessionId MAIN = new SessionId("main");
  private static final Pattern WORDS =
      Pattern.compile("\\s*(\\w+).*?(parley_\\w+).*", Pattern.DOTALL);
  private static final int FEW = 2;
  private static final int MANY = 16;

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "H2_HIBERNATE")
  void claims_ofGivenTasks_shareTheirRoundTrips(Store store) throws Exception {
    try (HikariDataSource source = store.newMigratedDatabase()) {
      RecordedStatements recorded = new RecordedStatements();
      try (Parley parley = parley(store, source, recorded)) {
        List<String> few = claimTogether(parley, recorded, FEW, ClaimRoundTripsTest::claimGiven);
        List<String> many = claimTogether(parley, recorded, MANY, ClaimRoundTripsTest::claimGiven);
        assertThat(many).hasSameSizeAs(few);
        assertThat(tables(many))
            .containsExactly(
                "SELECT parley_session", // locks it
                "UPDATE parley_task",
                "SELECT parley_task",
                "INSERT parley_event",
                "UPDATE parley_session");
      }
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "H2_HIBERNATE")
  void claims_ofTheNextTasks_shareTheirRoundTrips(Store store) throws Exception {
    try (HikariDataSource source = store.newMigratedDatabase()) {
      RecordedStatements recorded = new RecordedStatements();
      try (Parley parley = parley(store, source, recorded)) {
        List<String> few = claimTogether(parley, recorded, FEW, ClaimRoundTripsTest::claimNext);
        List<String> many = claimTogether(parley, recorded, MANY, ClaimRoundTripsTest::claimNext);
        assertThat(many).hasSameSizeAs(few);
        assertThat(tables(many))
            .containsExactly(
                "SELECT parley_session", // locks it
                "SELECT parley_task", // the head of the queue
                "UPDATE parley_task",
                "SELECT parley_task",
                "INSERT parley_event",
                "UPDATE parley_session");
      }
    }
  }

  private static Parley parley(Store store, HikariDataSource source, RecordedStatements recorded) {
    return store.over(recorded.of(source)).rateLimit(RateLimit.OFF).build();
  }

  private static Claim claimGiven(Tasks tasks, TaskId made) {
    return tasks.claim(made);
  }

  private static Claim claimNext(Tasks tasks, TaskId made) {
    return tasks.claimNext();
  }

  /**
   * Claims that many new tasks in one commit and returns its statements: an earlier write is held
   * until all claims wait for it.
   */
  private static List<String> claimTogether(
      Parley parley, RecordedStatements recorded, int many, BiFunction<Tasks, TaskId, Claim> claim)
      throws Exception {
    Tasks maker = tasks(parley, "maker");
    List<FutureTask<Claim>> claims = new ArrayList<>();
    for (int i = 0; i < many; i++) {
      Tasks tasks = tasks(parley, "agent-" + i);
      TaskId made = create(maker).id();
      claims.add(new FutureTask<>(() -> claim.apply(tasks, made)));
    }
    List<Thread> claimers = claims.stream().map(Thread::new).toList();
    FutureTask<Task> earlier = new FutureTask<>(() -> create(maker));
    Thread first = new Thread(earlier);
    CountDownLatch isHeld = new CountDownLatch(1);
    CountDownLatch allWait = new CountDownLatch(1);
    recorded.before(
        sql -> {
          if (Thread.currentThread() == first && sql.contains("FOR UPDATE")) {
            isHeld.countDown();
            await(allWait);
          }
        });
    first.start();
    await(isHeld);
    claimers.forEach(Thread::start);
    eventually(
        "the claims wait",
        () ->
            claimers.stream()
                .allMatch(thread -> LockSupport.getBlocker(thread) instanceof GroupCommit));
    recorded.clear();
    allWait.countDown();
    for (FutureTask<Claim> one : claims) {
      assertThat(one.get(30, TimeUnit.SECONDS).isWon()).isTrue();
    }
    List<String> sent = recorded.by(claimers);
    maker.claim(earlier.get().id());
    return sent;
  }

  private static Task create(Tasks tasks) {
    return tasks.create(TaskDraft.titled("t").build());
  }

  private static Tasks tasks(Parley parley, String agent) {
    return parley.connect(ConnectOptions.of(agent).during(MAIN)).sessions().current().tasks();
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the first word and the first table of each statement. */
  private static List<String> tables(List<String> statements) {
    return statements.stream().map(ClaimRoundTripsTest::table).toList();
  }

  private static String table(String sql) {
    Matcher words = WORDS.matcher(sql);
    assertThat(words.find()).as(sql).isTrue();
    return words.group(1) + " " + words.group(2);
  }
}
