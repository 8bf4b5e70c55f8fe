package dev.parley.engine.concurrent;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SharedExecutorTest {
  private static final int TASKS = 1_000;

  private final ScheduledThreadPoolExecutor executor =
      new ScheduledThreadPoolExecutor(2, DaemonThreads.named("of-the-application"));
  private final SharedExecutor shared = new SharedExecutor(executor);
  private final CountDownLatch release = new CountDownLatch(1);
  private ScheduledExecutorService pool = shared.pool("parley-test", 1);

  @AfterEach
  void end() throws InterruptedException {
    release.countDown();
    pool.shutdownNow();
    assertThat(pool.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
    executor.shutdownNow();
  }

  private void hang() {
    try {
      release.await();
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  /** Fills the executor of the application with tasks of somebody else. */
  private void occupy(ThreadPoolExecutor threads) {
    for (int i = 0; i < threads.getCorePoolSize(); i++) {
      threads.execute(this::hang);
    }
    eventually(
        "all threads are occupied", () -> threads.getActiveCount() == threads.getCorePoolSize());
  }

  /** Runs tasks, and checks that each ran once, in its order and not beside another. */
  private Set<String> runInOrder() {
    List<Integer> ran = Collections.synchronizedList(new ArrayList<>());
    Set<String> names = ConcurrentHashMap.newKeySet();
    AtomicInteger beside = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    for (int i = 0; i < TASKS; i++) {
      int number = i;
      pool.execute(
          () -> {
            most.accumulateAndGet(beside.incrementAndGet(), Math::max);
            names.add(Thread.currentThread().getName());
            ran.add(number);
            beside.decrementAndGet();
          });
    }
    eventually("all ran", () -> ran.size() >= TASKS);
    assertThat(ran).containsExactlyElementsOf(IntStream.range(0, TASKS).boxed().toList());
    assertThat(most).hasValue(1);
    return names;
  }

  @Test
  void tasks_runOnTheThreadsOfTheApplication_inOrder() {
    eventually("it is not late", () -> runInOrder().contains("of-the-application"));
  }

  @Test
  void tasks_thatAreRejected_runOnThreadsOfParley_inOrder() {
    ThreadPoolExecutor full =
        new ThreadPoolExecutor(
            1, 1, 1, TimeUnit.SECONDS, new SynchronousQueue<>(), DaemonThreads.named("full"));
    occupy(full);
    pool.shutdown();
    pool = new SharedExecutor(full).pool("parley-test", 1);
    assertThat(runInOrder()).containsExactly("parley-test-aside");
    full.shutdownNow();
  }

  @Test
  void tasks_ofAnExecutorThatNeverRunsThem_runOnThreadsOfParley_onceAndInOrder() {
    occupy(executor);
    assertThat(runInOrder()).containsExactly("parley-test-aside");
    AtomicInteger later = new AtomicInteger();
    release.countDown();
    eventually("the executor is free", () -> executor.getActiveCount() == 0);
    pool.execute(later::incrementAndGet);
    eventually("it runs", () -> later.get() == 1);
  }

  @Test
  void tasks_ofAnExecutorThatIsClosed_runOnThreadsOfParley() {
    executor.shutdownNow();
    assertThat(runInOrder()).containsExactly("parley-test-aside");
    AtomicInteger runs = new AtomicInteger();
    var unused = pool.scheduleWithFixedDelay(runs::incrementAndGet, 1, 1, TimeUnit.MILLISECONDS);
    eventually("it repeats", () -> runs.get() > 1);
  }

  @Test
  void tasks_thatBlock_occupyFewThreadsOfTheApplication_andNoMoreThanTheirBound() {
    ThreadPoolExecutor large =
        new ScheduledThreadPoolExecutor(20, DaemonThreads.named("of-the-application"));
    pool.shutdown();
    pool = new SharedExecutor(large).pool("parley-test", 5);
    List<String> names = Collections.synchronizedList(new ArrayList<>());
    for (int i = 0; i < 10; i++) {
      pool.execute(
          () -> {
            names.add(Thread.currentThread().getName());
            hang();
          });
    }
    eventually("as many run as may", () -> names.size() == 5);
    assertThat(large.getActiveCount()).isLessThanOrEqualTo(2);
    assertThat(names).filteredOn("of-the-application"::equals).hasSizeLessThanOrEqualTo(2);
    release.countDown();
    eventually("all ran", () -> names.size() == 10);
    large.shutdownNow();
  }

  @Test
  void timer_runsOnTheExecutor() throws Exception {
    List<String> names = Collections.synchronizedList(new ArrayList<>());
    var unused =
        pool.scheduleWithFixedDelay(
            () -> names.add(Thread.currentThread().getName()), 1, 1, TimeUnit.MILLISECONDS);
    eventually("it repeats, and is not late", () -> names.contains("of-the-application"));
    assertThat(pool.schedule(() -> "done", 5, TimeUnit.MILLISECONDS).get(20, TimeUnit.SECONDS))
        .isEqualTo("done");
  }

  @Test
  void timer_ofAnExecutorThatNeverRunsIt_runsAllTheSame() {
    occupy(executor);
    AtomicInteger runs = new AtomicInteger();
    var unused = pool.scheduleWithFixedDelay(runs::incrementAndGet, 1, 1, TimeUnit.MILLISECONDS);
    eventually("it repeats", () -> runs.get() > 1);
  }

  /** By such a call its new threads would keep the classes of a deployment. */
  @Test
  void executor_isCalledBelowNoCallOfParley() throws Exception {
    List<StackTraceElement> calls = Collections.synchronizedList(new ArrayList<>());
    ThreadPoolExecutor spied =
        new ScheduledThreadPoolExecutor(1, DaemonThreads.named("spied")) {
          @Override
          public void execute(Runnable task) {
            calls.addAll(List.of(new Throwable().getStackTrace()));
            super.execute(task);
          }
        };
    pool.shutdown();
    pool = new SharedExecutor(spied).pool("parley-test", 1);
    assertThat(pool.submit(() -> "done").get(20, TimeUnit.SECONDS)).isEqualTo("done");
    assertThat(calls).isNotEmpty();
    assertThat(calls)
        .filteredOn(call -> call.getClassName().startsWith("dev.parley."))
        .allMatch(call -> call.getClassName().startsWith(getClass().getName() + "$"));
    spied.shutdownNow();
  }

  @Test
  void timer_afterItsCancellation_runsNoMore() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    var timer = pool.scheduleWithFixedDelay(runs::incrementAndGet, 1, 1, TimeUnit.MILLISECONDS);
    eventually("it runs", () -> runs.get() > 0);
    timer.cancel(false);
    pool.submit(() -> {}).get(20, TimeUnit.SECONDS);
    int after = runs.get();
    var unused = pool.schedule(() -> {}, 50, TimeUnit.MILLISECONDS).get(20, TimeUnit.SECONDS);
    assertThat(runs).hasValue(after);
  }

  @Test
  void shutdown_endsTheTasksAlone_andWaitsForThoseThatRun() throws Exception {
    AtomicBoolean ended = new AtomicBoolean();
    CountDownLatch begun = new CountDownLatch(1);
    AtomicInteger runs = new AtomicInteger();
    var unused = pool.scheduleWithFixedDelay(runs::incrementAndGet, 1, 1, TimeUnit.HOURS);
    pool.execute(
        () -> {
          begun.countDown();
          hang();
          ended.set(true);
        });
    assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
    pool.shutdown();
    assertThatThrownBy(() -> pool.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
    assertThat(pool.awaitTermination(1, TimeUnit.MILLISECONDS)).isFalse();
    release.countDown();
    assertThat(pool.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
    assertThat(ended).isTrue();
    assertThat(runs).hasValue(0);
    assertThat(executor.isShutdown()).isFalse();
    assertThat(executor.submit(() -> "alive").get()).isEqualTo("alive");
    eventually("no thread watches", () -> !isThere("parley-watch"));
  }

  @Test
  void shutdownNow_interruptsTheTask_andLeavesNoInterruptBehind() throws Exception {
    AtomicBoolean leftInterrupted = new AtomicBoolean();
    CountDownLatch left = new CountDownLatch(1);
    ThreadPoolExecutor watching =
        new ScheduledThreadPoolExecutor(1, DaemonThreads.named("watching")) {
          @Override
          public void execute(Runnable task) {
            super.execute(
                () -> {
                  task.run();
                  leftInterrupted.set(Thread.currentThread().isInterrupted());
                  left.countDown();
                });
          }
        };
    pool.shutdown();
    pool = new SharedExecutor(watching).pool("parley-test", 1);
    AtomicInteger interrupted = new AtomicInteger();
    CountDownLatch begun = new CountDownLatch(1);
    pool.execute(
        () -> {
          begun.countDown();
          try {
            release.await();
          } catch (InterruptedException asAsked) {
            interrupted.incrementAndGet();
            Thread.currentThread().interrupt();
          }
        });
    assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
    pool.execute(() -> {});
    assertThat(pool.shutdownNow()).hasSize(1);
    assertThat(pool.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
    assertThat(interrupted).hasValue(1);
    assertThat(left.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(leftInterrupted).isFalse();
    watching.shutdownNow();
  }

  @Test
  void tasks_haveTheContextOfTheirParley_andLeaveThatOfTheThread() throws Exception {
    ClassLoader ours = new ClassLoader() {};
    Thread.currentThread().setContextClassLoader(ours);
    try {
      pool.shutdown();
      pool = new SharedExecutor(executor).pool("parley-test", 1);
    } finally {
      Thread.currentThread().setContextClassLoader(getClass().getClassLoader());
    }
    assertThat(pool.submit(() -> Thread.currentThread().getContextClassLoader()).get())
        .isSameAs(ours);
    eventually("the task has ended", () -> executor.getActiveCount() == 0);
    for (int i = 0; i < 10; i++) {
      assertThat(executor.submit(() -> Thread.currentThread().getContextClassLoader()).get())
          .isNotSameAs(ours);
    }
  }

  @Test
  void task_thatFails_harmsNoOther() throws Exception {
    pool.execute(
        () -> {
          throw new AssertionError("on purpose");
        });
    assertThat(pool.submit(() -> "next").get(20, TimeUnit.SECONDS)).isEqualTo("next");
  }

  private static boolean isThere(String name) {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().equals(name));
  }
}
