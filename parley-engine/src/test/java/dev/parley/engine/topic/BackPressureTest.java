package dev.parley.engine.topic;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.concurrent.HandCrank;
import dev.parley.event.MessageArrived;
import dev.parley.spi.Push;
import dev.parley.spi.Sink;
import dev.parley.spi.SinkRegistration;
import dev.parley.spi.Telemetry;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class BackPressureTest {
  private static final int ALLOWANCE = 8;
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final Duration SHORT = Duration.ofMillis(50);

  /** So long that a call which returns at once takes less on any machine. */
  private static final Duration PATIENCE = Duration.ofMillis(500);

  private final HandCrank crank = new HandCrank();
  private final ConnectionReader reader =
      new ConnectionReader(Talk.connection("alice"), 64, Telemetry.NONE);
  private final RecordingSink sink = new RecordingSink();

  @Test
  void await_withinTheAllowance_returnsAtOnce() {
    Talk talk = talk(LONG, LONG);
    attach(talk);
    talk.says("bob", 1, ALLOWANCE - 1);
    assertThat(millis(talk)).isLessThan(5_000);
  }

  @Test
  void await_forAHealthyReaderThatIsBehind_waitsUntilItHasCaughtUp() throws Exception {
    Talk talk = talk(LONG, LONG);
    attach(talk);
    talk.says("bob", 1, ALLOWANCE);
    AtomicBoolean returned = new AtomicBoolean();
    Thread sender =
        new Thread(
            () -> {
              talk.topic.awaitReaders();
              returned.set(true);
            });
    sender.start();
    eventually("the sender waits", () -> sender.getState() == Thread.State.TIMED_WAITING);
    assertThat(returned).isFalse();
    crank.turn();
    sender.join(20_000);
    assertThat(returned).isTrue();
  }

  @Test
  void await_forAReaderThatNeverMoves_isBounded() {
    Talk talk = talk(LONG, SHORT);
    attach(talk);
    talk.says("bob", 1, ALLOWANCE);
    assertThat(millis(talk)).isBetween(50L, 5_000L);
  }

  @Test
  void await_forAReaderThatWaitsForItsTurn_isNotEndedByThePatience() {
    Talk talk = talk(Duration.ZERO, SHORT);
    attach(talk);
    talk.says("bob", 1, ALLOWANCE);
    assertThat(reader.isQueued()).isTrue();
    assertThat(millis(talk)).isGreaterThanOrEqualTo(50);
  }

  @Test
  void await_forAStuckSink_isEndedByThePatienceAndNotRepeated() {
    Talk talk = talk(PATIENCE, LONG);
    attach(talk);
    sink.room = 0;
    talk.says("bob", 1, ALLOWANCE);
    crank.turn();
    assertThat(reader.isQueued()).isFalse();
    assertThat(millis(talk)).isBetween(500L, 5_000L);

    talk.says("bob", 1, ALLOWANCE);
    crank.turn();
    assertThat(millis(talk)).as("it does not count any more").isLessThan(500);

    sink.room = 1_000;
    reader.wake();
    crank.turn();
    assertThat(millis(talk)).isLessThan(500);
    sink.room = 0;
    talk.says("bob", 1, ALLOWANCE);
    crank.turn();
    assertThat(millis(talk)).as("it caught up, so it counts again").isBetween(500L, 5_000L);
  }

  /** A listener that blocks is woken again by every message; it does not wait for us. */
  @Test
  void await_forABlockedListener_isEndedByThePatience() throws Exception {
    Talk talk = talk(PATIENCE, LONG);
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try {
      reader.attach(new Blocking(entered, release), OptionalLong.empty(), thread, false);
      talk.topic.follow(reader);
      talk.says("bob", "first");
      assertThat(entered.await(20, TimeUnit.SECONDS)).isTrue();
      talk.says("bob", 1, ALLOWANCE);
      assertThat(millis(talk)).isBetween(400L, 5_000L);
      talk.says("bob", 1, ALLOWANCE);
      assertThat(millis(talk)).isLessThan(500);
    } finally {
      release.countDown();
      thread.shutdownNow();
    }
  }

  /** It moves, but would hold every sender to its own pace. */
  @Test
  void await_forASlowReader_isEndedByThePatience() throws Exception {
    Talk talk = talk(SHORT, LONG);
    Paced slow = new Paced(20_000_000);
    assertThat(flood(talk, slow, 400)).isLessThan(Duration.ofSeconds(4));
  }

  @Test
  void await_forAReaderThatKeepsMoving_lastsAsLongAsTheFlood() throws Exception {
    Talk talk = talk(Duration.ofMillis(500), LONG);
    Paced brisk = new Paced(800_000);
    assertThat(flood(talk, brisk, 1_000)).isGreaterThan(Duration.ofMillis(600));
    assertThat(brisk.heard).hasValue(1_000);
  }

  @Test
  void await_forADetachedReader_returnsAtOnce() {
    Talk talk = talk(LONG, LONG);
    attach(talk).detach();
    crank.turn();
    talk.says("bob", 1, 10 * ALLOWANCE);
    assertThat(millis(talk)).isLessThan(5_000);
  }

  @Test
  void await_forAReaderThatLeaves_ends() throws Exception {
    Talk talk = talk(LONG, LONG);
    reader.attach(sink, OptionalLong.empty(), crank, true);
    crank.turn();
    TopicSubscription following = talk.topic.follow(reader);
    talk.says("bob", 1, ALLOWANCE);
    Thread sender = new Thread(talk.topic::awaitReaders);
    sender.start();
    eventually("the sender waits", () -> sender.getState() == Thread.State.TIMED_WAITING);
    following.end();
    sender.join(20_000);
    assertThat(sender.isAlive()).isFalse();
  }

  @Test
  void await_onAnInterruptedThread_returnsAtOnceAndStaysInterrupted() {
    Talk talk = talk(LONG, LONG);
    attach(talk);
    talk.says("bob", 1, ALLOWANCE);
    Thread.currentThread().interrupt();
    assertThat(millis(talk)).isLessThan(5_000);
    assertThat(Thread.interrupted()).isTrue();
  }

  private SinkRegistration attach(Talk talk) {
    SinkRegistration attachment = reader.attach(sink, OptionalLong.empty(), crank, true);
    crank.turn();
    talk.topic.follow(reader);
    crank.turn();
    return attachment;
  }

  private static Talk talk(Duration patience, Duration longestWait) {
    return new Talk("planning", 64, new BackPressure.Limits(ALLOWANCE, patience, longestWait));
  }

  private static long millis(Talk talk) {
    long begin = System.nanoTime();
    talk.topic.awaitReaders();
    return Duration.ofNanos(System.nanoTime() - begin).toMillis();
  }

  /** Sends as fast as it may; answers how long that took, and waits until the last is taken. */
  private Duration flood(Talk talk, Paced to, int count) throws InterruptedException {
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try {
      reader.attach(to, OptionalLong.empty(), thread, false);
      talk.topic.follow(reader);
      long begin = System.nanoTime();
      for (int n = 1; n <= count; n++) {
        talk.topic.awaitReaders();
        talk.says("bob", Integer.toString(n));
      }
      Duration took = Duration.ofNanos(System.nanoTime() - begin);
      to.nanos = 0;
      eventually("the last is taken", () -> to.last.equals(Integer.toString(count)));
      return took;
    } finally {
      thread.shutdownNow();
    }
  }

  /** Takes its time for every message. */
  private static final class Paced implements Sink {
    final AtomicInteger heard = new AtomicInteger();
    volatile String last = "";
    volatile long nanos;

    Paced(long nanos) {
      this.nanos = nanos;
    }

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void deliver(Push push) {
      LockSupport.parkNanos(nanos);
      if (push.event() instanceof MessageArrived arrived) {
        heard.incrementAndGet();
        last = arrived.message().text();
      }
    }

    @Override
    public void flush() {}

    @Override
    public void cut(Cut why) {}
  }

  private record Blocking(CountDownLatch entered, CountDownLatch release) implements Sink {
    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void deliver(Push push) {
      entered.countDown();
      try {
        release.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public void flush() {}

    @Override
    public void cut(Cut why) {}
  }
}
