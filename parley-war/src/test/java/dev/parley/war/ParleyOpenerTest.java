package dev.parley.war;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.Parley;
import dev.parley.engine.ParleyBuilder;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.ParleyException;
import dev.parley.trust.TrustedAuthorities;
import dev.parley.war.mcp.Deployment;
import dev.parley.war.mcp.SessionQuota;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ParleyOpenerTest {
  private static final ParleyOpener.Pauses SHORT =
      new ParleyOpener.Pauses(Duration.ofMillis(1), Duration.ofMillis(2));
  private static final ParleyOpener.Pauses ENDLESS =
      new ParleyOpener.Pauses(Duration.ofDays(1), Duration.ofDays(1));

  private final AtomicInteger attempts = new AtomicInteger();
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Logger log = Logger.getLogger(ParleyOpener.class.getName());
  private final Handler listening =
      new Handler() {
        @Override
        public void publish(LogRecord record) {
          if (record.getLevel().intValue() >= Level.INFO.intValue()) {
            lines.add(record.getLevel() + ": " + new SimpleFormatter().formatMessage(record));
          }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @BeforeEach
  void listen() {
    log.addHandler(listening);
  }

  @AfterEach
  void listenNoMore() {
    log.removeHandler(listening);
  }

  /** Fails so many times, and opens then. */
  private Supplier<Parley> opening(int failures, Supplier<? extends RuntimeException> failure) {
    return () -> {
      if (attempts.incrementAndGet() <= failures) {
        throw failure.get();
      }
      return ParleyBuilder.builder().inMemory().build();
    };
  }

  private static Deployment deployment(ParleyOpener opener) {
    return new Deployment(
        opener::outcome, Map.of(), SessionQuota.UNBOUNDED, TrustedAuthorities.DEFAULT);
  }

  @Test
  void open_thatFailsTwice_triesAgainAndSucceeds() {
    CountDownLatch thirdBegins = new CountDownLatch(1);
    CountDownLatch third = new CountDownLatch(1);
    Supplier<Parley> failing = opening(2, () -> new IllegalStateException("zip file closed"));
    ParleyOpener opener =
        new ParleyOpener(
            () -> {
              Parley parley = failing.get();
              thirdBegins.countDown();
              await(third);
              return parley;
            },
            SHORT);
    Deployment deployment = deployment(opener);
    assertThat(deployment.opened()).isEmpty();
    opener.start();
    assertThatThrownBy(deployment::parley)
        .isInstanceOf(ParleyException.class)
        .hasMessageContaining("cannot be reached");
    await(thirdBegins);
    assertThat(deployment.opened()).isEmpty();
    third.countDown();
    opener.close();
    assertThat(deployment.opened()).isPresent();
    assertThat(deployment.parley().health().storageReachable()).isTrue();
    assertThat(attempts).hasValue(3);
    assertThat(lines)
        .containsExactly(
            "WARNING: Opening Parley failed; it opens again in 1 s: zip file closed",
            "INFO: Parley is open, after 3 attempts.");
    deployment.close();
  }

  @Test
  void open_thatIsRefused_isNotTriedAgain() {
    ParleyOpener opener =
        new ParleyOpener(opening(1, () -> InvalidArgument.refusal("lease", "it is wrong")), SHORT);
    opener.start();
    assertThatThrownBy(() -> opener.outcome().join()).isInstanceOf(CompletionException.class);
    opener.close();
    assertThat(attempts).hasValue(1);
    assertThat(lines)
        .singleElement()
        .asString()
        .startsWith("SEVERE: Opening Parley failed; it stays closed until it is deployed again: ");
  }

  @Test
  void open_withoutPauses_triesOnceAndLeavesTheFailureToItsCaller() {
    ParleyOpener opener =
        new ParleyOpener(
            opening(1, () -> new IllegalStateException("away")), ParleyOpener.Pauses.NONE);
    opener.start();
    assertThatThrownBy(() -> opener.outcome().join()).hasRootCauseMessage("away");
    opener.close();
    assertThat(attempts).hasValue(1);
    assertThat(lines).isEmpty();
  }

  @Test
  void close_duringAPause_endsTheAttempts() {
    ParleyOpener opener =
        new ParleyOpener(opening(1, () -> new IllegalStateException("away")), ENDLESS);
    opener.start();
    assertThatThrownBy(() -> opener.outcome().join()).hasRootCauseMessage("away");
    opener.close();
    assertThat(attempts).hasValue(1);
    assertThat(deployment(opener).opened()).isEmpty();
  }

  @Test
  void pauses_doubleUpToTheirLimit() {
    ParleyOpener.Pauses pauses = ParleyOpener.Pauses.DEFAULT;
    Duration pause = pauses.first();
    StringBuilder seconds = new StringBuilder();
    for (int i = 0; i < 7; i++) {
      seconds.append(pause.toSeconds()).append(' ');
      pause = pauses.after(pause);
    }
    assertThat(seconds.toString()).isEqualTo("1 2 4 8 16 30 30 ");
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
