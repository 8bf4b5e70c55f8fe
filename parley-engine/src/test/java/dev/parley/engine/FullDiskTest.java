package dev.parley.engine;

import static dev.parley.Eventually.eventually;
import static dev.parley.problem.Refusals.refusedCode;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Health.Outage.Reason;
import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.engine.persistence.h2.ScarceDisk;
import dev.parley.engine.room.RateLimit;
import dev.parley.problem.ParleyException;
import dev.parley.problem.ProblemCode;
import dev.parley.task.Task;
import dev.parley.task.TaskDraft;
import dev.parley.task.TaskFilter;
import dev.parley.task.Tasks;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk that is full stops writing, and nothing else; it goes on when there is room again. */
class FullDiskTest {
  private static final String LONG = "y".repeat(4_000);
  private static final int WRITERS = 6;

  @TempDir private Path folder;

  @AfterEach
  void makeRoom() {
    ScarceDisk.full(false);
  }

  private Parley open() {
    return ParleyBuilder.builder()
        .database(ScarceDisk.url(folder.resolve("parley")))
        .rateLimit(RateLimit.OFF)
        .build();
  }

  @Test
  void write_onFullDisk_isRefusedAsSuchAndReadingGoesOn() {
    try (Parley parley = open()) {
      Tasks tasks = parley.connect(ConnectOptions.of("ana")).sessions().current().tasks();
      Task kept = tasks.create(TaskDraft.titled("kept").build());
      ScarceDisk.full(true);
      assertThat(fillUp(tasks)).isEqualTo(ProblemCode.STORAGE_FULL);
      assertThat(tasks.list(TaskFilter.ALL)).contains(kept);
      int refused = ScarceDisk.refusedInDatabase();
      assertThat(refusedCode(() -> tasks.create(TaskDraft.titled("again").build())))
          .isEqualTo(ProblemCode.STORAGE_FULL);
      assertThat(tasks.list(TaskFilter.ALL)).contains(kept);
      assertThat(ScarceDisk.refusedInDatabase())
          .as("writes of a file opened to read")
          .isEqualTo(refused);
    }
  }

  @Test
  void health_whileDiskIsFull_saysSo() {
    try (Parley parley = open()) {
      Tasks tasks = parley.connect(ConnectOptions.of("ana")).sessions().current().tasks();
      assertThat(parley.health().outage()).isEmpty();
      ScarceDisk.full(true);
      assertThat(fillUp(tasks)).isEqualTo(ProblemCode.STORAGE_FULL);
      assertThat(parley.health().outage())
          .hasValueSatisfying(outage -> assertThat(outage.reason()).isEqualTo(Reason.DISK_FULL));
      ScarceDisk.full(false);
      eventually("it is written to", () -> parley.health().outage().isEmpty());
      assertThat(parley.health().storageReachable()).isTrue();
    }
  }

  @Test
  void writers_overAFullDisk_goOnByThemselvesAndLoseNothingAcknowledged() throws Exception {
    Set<String> acknowledged = Collections.synchronizedSet(new TreeSet<>());
    Set<ProblemCode> refusals = Collections.synchronizedSet(new TreeSet<>());
    try (Parley parley = open()) {
      AtomicBoolean goesOn = new AtomicBoolean(true);
      List<Thread> writers =
          IntStream.range(0, WRITERS)
              .mapToObj(i -> new Thread(() -> write(parley, i, goesOn, acknowledged, refusals)))
              .toList();
      writers.forEach(Thread::start);
      for (int round = 0; round < 2; round++) {
        int before = acknowledged.size();
        eventually("much is written", () -> acknowledged.size() > before + 50);
        int refusedBefore = ScarceDisk.refused();
        ScarceDisk.full(true);
        eventually("it was looked for room twice", () -> ScarceDisk.refused() > refusedBefore + 2);
        ScarceDisk.full(false);
        int then = acknowledged.size();
        eventually("it goes on", () -> acknowledged.size() > then + 50);
      }
      goesOn.set(false);
      for (Thread writer : writers) {
        writer.join();
      }
      assertThat(titles(parley)).containsAll(acknowledged);
    }
    assertThat(refusals).contains(ProblemCode.STORAGE_FULL);
    try (Parley again = open()) {
      assertThat(titles(again)).containsAll(acknowledged);
    }
  }

  /** The threads stand in for agents: what is refused is not asked for again. */
  private static void write(
      Parley parley,
      int writer,
      AtomicBoolean goesOn,
      Set<String> done,
      Set<ProblemCode> refusals) {
    Connection agent = parley.connect(ConnectOptions.of("agent-" + writer));
    Tasks tasks = agent.sessions().current().tasks();
    for (int i = 0; goesOn.get(); i++) {
      String title = "w" + writer + "-" + i;
      try {
        Task made = tasks.create(TaskDraft.titled(title).description(LONG).build());
        done.add(made.draft().title());
      } catch (ParleyException refused) {
        refusals.add(refused.problem().code());
        LockSupport.parkNanos(1_000_000);
      }
    }
  }

  private static ProblemCode fillUp(Tasks tasks) {
    return refusedCode(
        () -> {
          for (int i = 0; i < 10_000; i++) {
            tasks.create(TaskDraft.titled("filler").description(LONG).build());
          }
        });
  }

  private static Set<String> titles(Parley parley) {
    List<String> titles = new ArrayList<>();
    for (Task task :
        parley
            .connect(ConnectOptions.of("reader"))
            .sessions()
            .current()
            .tasks()
            .list(TaskFilter.ALL)) {
      titles.add(task.draft().title());
    }
    return titles.stream().collect(Collectors.toSet());
  }
}
