package dev.parley.chat;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.problem.OutcomeUnknown;
import dev.parley.problem.Problem;
import dev.parley.problem.ProblemCode;
import dev.parley.problem.Refusals;
import dev.parley.problem.Unavailable;
import dev.parley.spi.Original;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class PatientCallsTest {
  private static final Duration WAIT = Duration.ofMillis(300);

  private final PatientCalls calls = new PatientCalls("fake", Duration.ofMillis(10));

  private ProblemCode busy() {
    return calls.busy(WAIT).problem().code();
  }

  private static void waitForAnAnswer() throws InterruptedException {
    Thread.sleep(WAIT.plusMillis(10).toMillis());
  }

  private void callThatFails(ChatFailure failure) {
    var unused =
        Refusals.refused(
            () ->
                calls.repeat(
                    System.nanoTime(),
                    () -> {
                      throw failure;
                    }));
  }

  @Test
  void busy_whereTheSystemAnsweredMeanwhile_isTooManyCalls() throws Exception {
    waitForAnAnswer();
    assertThat(calls.<String>repeat(System.nanoTime(), () -> "here")).isEqualTo("here");
    assertThat(busy()).isEqualTo(ProblemCode.RATE_LIMITED);
  }

  @Test
  void busy_whereNothingWasAnswered_isUnavailable_withTheTimeOfTheNextTry() throws Exception {
    waitForAnAnswer();
    callThatFails(ChatFailure.unreachable("away", null));
    assertThat(calls.busy(WAIT).problem()).isEqualTo(new Unavailable("fake", WAIT));
  }

  @Test
  void busy_whereAnAnswerWasLost_isUnavailable() throws Exception {
    waitForAnAnswer();
    callThatFails(ChatFailure.unknown("cut", null));
    assertThat(busy()).isEqualTo(ProblemCode.UNAVAILABLE);
  }

  @Test
  void busy_whereTheSystemLimitedTheRateMeanwhile_isTooManyCalls() throws Exception {
    waitForAnAnswer();
    callThatFails(ChatFailure.rateLimited(WAIT));
    assertThat(busy()).isEqualTo(ProblemCode.RATE_LIMITED);
  }

  @Test
  void message_whoseAnswerIsLost_mayBeDone() {
    assertThat(
            refusal(
                () -> {
                  throw ChatFailure.unknown("cut", null);
                },
                Optional::empty))
        .isInstanceOf(OutcomeUnknown.class);
  }

  @Test
  void message_whoseAnswerIsLost_mayBeDone_whereNobodyCanLook() {
    assertThat(
            refusal(
                () -> {
                  throw ChatFailure.unknown("cut", null);
                },
                () -> {
                  throw ChatFailure.unreachable("away", null);
                }))
        .isInstanceOf(OutcomeUnknown.class);
  }

  @Test
  void message_thatDidNotReachTheSystem_isNotDone() {
    assertThat(
            refusal(
                () -> {
                  throw ChatFailure.unreachable("away", null);
                },
                Optional::empty))
        .isInstanceOf(Unavailable.class);
  }

  private Problem refusal(Supplier<Original> send, Supplier<Optional<Original>> sent) {
    return Refusals.refused(() -> calls.once(System.nanoTime(), send, sent));
  }

  @Test
  void repeat_whileItWaits_goesOnWithTheNextConnection() {
    PatientCalls slow = new PatientCalls("fake", Duration.ofSeconds(20));
    AtomicInteger tries = new AtomicInteger();
    CompletableFuture<String> answer =
        CompletableFuture.supplyAsync(
            () ->
                slow.repeat(
                    System.nanoTime() + Duration.ofMinutes(1).toNanos(),
                    () -> {
                      if (tries.incrementAndGet() == 1) {
                        throw ChatFailure.unreachable("away", null);
                      }
                      return "here";
                    }));
    eventually("it was tried", () -> tries.get() == 1);
    slow.connected();
    assertThat(answer).succeedsWithin(Duration.ofSeconds(5)).isEqualTo("here");
  }
}
