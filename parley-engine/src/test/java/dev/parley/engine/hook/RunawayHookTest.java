package dev.parley.engine.hook;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import dev.parley.id.TaskId;
import dev.parley.team.TaskHooks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Commands that do not end, do not stop printing, or leave somebody behind. */
@DisabledOnOs(OS.WINDOWS)
@Timeout(60)
class RunawayHookTest {
  private static final HookContext OCCASION =
      new HookContext(new SessionId("s1"), new AgentId("fe"), new TaskId("task-1"));
  private static final Duration SHORT = Duration.ofMillis(800);
  private static final Duration LONG = Duration.ofSeconds(50);

  @TempDir private Path directory;

  @AfterEach
  void endWhoWasLeft() throws Exception {
    for (String name : List.of("parent", "child")) {
      if (Files.exists(directory.resolve(name))) {
        ProcessHandle.of(pid(name)).ifPresent(ProcessHandle::destroyForcibly);
      }
    }
  }

  @Test
  void command_withoutEnd_isEndedAfterItsTime() {
    long begun = System.nanoTime();
    HookResult outcome = run(SHORT, LONG, "echo begun; exec sleep 1000");
    assertThat(outcome.exit()).isEqualTo("timeout");
    assertThat(outcome.ok()).isFalse();
    assertThat(outcome.output()).isEqualTo("begun");
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThanOrEqualTo(SHORT);
    assertThat(outcome.problem().orElseThrow().message())
        .isEqualTo("before_task hook failed (exit timeout): begun");
  }

  @Test
  void limits_areTheirOwnBeforeAndAfter() {
    HookRunner runner =
        new HookRunner(HookMode.SHELL, directory, new HookLimits(LONG, SHORT, LONG));
    TaskHooks hooks = new TaskHooks(List.of("sleep 1"), List.of("sleep 1000"));
    assertThat(runner.beforeTask(hooks, OCCASION).exit()).isEqualTo("0");
    assertThat(runner.afterTask(hooks, OCCASION).exit()).isEqualTo("timeout");
  }

  @Test
  void command_thatMayNotBeAsked_isEndedByForce() throws Exception {
    HookResult outcome =
        run(
            SHORT,
            Duration.ofMillis(300),
            "trap '' TERM; echo $$ > parent; while true; do sleep 1; done");
    assertThat(outcome.exit()).isEqualTo("timeout");
    gone("parent");
  }

  @Test
  void command_thatIsAsked_mayTidyUp() {
    HookResult outcome =
        run(SHORT, LONG, "trap 'echo tidied; exit 0' TERM; while true; do sleep 0.05; done");
    assertThat(outcome.exit()).isEqualTo("timeout");
    assertThat(outcome.output()).endsWith("tidied");
  }

  @Test
  void command_withAChildWithoutEnd_isEndedWithIt() throws Exception {
    HookResult outcome =
        run(SHORT, LONG, "echo $$ > parent; sh -c 'sleep 1000 & echo $! > child; wait' ; true");
    assertThat(outcome.exit()).isEqualTo("timeout");
    gone("parent");
    gone("child");
  }

  @Test
  void command_thatLeavesAChildWithThePipe_isNotWaitedFor() {
    HookResult outcome = run(LONG, LONG, "sleep 1000 & echo $! > child; echo done");
    assertThat(outcome.exit()).isEqualTo("0");
    assertThat(outcome.output()).isEqualTo("done");
    assertThat(pumps()).isZero();
  }

  @Test
  void command_thatLeavesAChildThatFloodsThePipe_isNotWaitedForAndTheChildEnds() throws Exception {
    HookResult outcome = run(LONG, LONG, "yes & echo $! > child");
    assertThat(outcome.exit()).isEqualTo("0");
    assertThat(outcome.output()).hasSizeLessThanOrEqualTo(2_015);
    gone("child");
    eventually("no thread reads on", () -> pumps() == 0);
  }

  @Test
  void command_thatPrintsAGigabyte_isReadAndForgotten() {
    HookResult outcome = run(LONG, LONG, "yes 0123456789 | head -c 1000000000; exit 3");
    assertThat(outcome.exit()).isEqualTo("3");
    assertThat(outcome.output()).startsWith("0123456789\n0123456789").endsWith("...[truncated]");
  }

  @Test
  void command_thatPrintsWithoutEnd_isEndedAfterItsTime() {
    HookResult outcome = run(SHORT, LONG, "yes");
    assertThat(outcome.exit()).isEqualTo("timeout");
    assertThat(outcome.output()).startsWith("y\ny\n").endsWith("...[truncated]");
  }

  @Test
  void thread_thatIsInterrupted_endsTheCommand() throws Exception {
    CompletableFuture<HookResult> outcome = new CompletableFuture<>();
    CompletableFuture<Boolean> stillInterrupted = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              outcome.complete(run(LONG, LONG, "echo $$ > parent; exec sleep 1000"));
              stillInterrupted.complete(Thread.currentThread().isInterrupted());
            });
    thread.start();
    eventually("it runs", () -> directory.resolve("parent").toFile().length() > 0);
    thread.interrupt();
    assertThat(outcome.get(20, TimeUnit.SECONDS).exit()).isEqualTo("interrupted");
    assertThat(stillInterrupted.get(20, TimeUnit.SECONDS)).isTrue();
    gone("parent");
  }

  private HookResult run(Duration limit, Duration farewell, String command) {
    HookLimits limits = new HookLimits(limit, limit, farewell);
    return new HookRunner(HookMode.SHELL, directory, limits)
        .beforeTask(new TaskHooks(List.of(command), List.of()), OCCASION);
  }

  private long pid(String name) throws Exception {
    return Long.parseLong(Files.readString(directory.resolve(name)).strip());
  }

  private void gone(String name) throws Exception {
    long pid = pid(name);
    eventually(
        name + " is gone",
        () -> ProcessHandle.of(pid).filter(handle -> !isZombie(handle)).isEmpty());
  }

  /** Has ended, but whoever inherited it has not taken note. */
  private static boolean isZombie(ProcessHandle handle) {
    try {
      String stat = Files.readString(Path.of("/proc", String.valueOf(handle.pid()), "stat"));
      return stat.substring(stat.lastIndexOf(')')).startsWith(") Z");
    } catch (IOException e) {
      return !handle.isAlive();
    }
  }

  private static long pumps() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("parley-hook-output"))
        .count();
  }
}
