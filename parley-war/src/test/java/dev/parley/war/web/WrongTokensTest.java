package dev.parley.war.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.parley.engine.room.TokenBucket;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Guessing a token ends soon, and whoever has it does not notice. */
class WrongTokensTest {
  private final AtomicLong nanos = new AtomicLong();
  private final AtomicInteger looked = new AtomicInteger();
  private final WrongTokens tokens = new WrongTokens(this::bucket);

  @Test
  void theTenthWrongOne_isLookedAt_andTheEleventhRefused() {
    for (int i = 0; i < WrongTokens.AT_ONCE; i++) {
      assertThat(wrong("a")).isEmpty();
    }
    ProblemDetail refused = refused("a");
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.code()).isEqualTo("rate_limited");
    assertThat(refused.retryAfter()).hasValue(6);
    assertThat(looked).hasValue(WrongTokens.AT_ONCE);
  }

  @Test
  void aRightOne_pastTheBound_isNotLookedAtEither() {
    use("a", WrongTokens.AT_ONCE);
    assertThat(catchThrowableOfType(Refused.class, () -> right("a"))).isNotNull();
  }

  @Test
  void rightOnes_takeNothing() {
    use("a", WrongTokens.AT_ONCE - 1);
    for (int i = 0; i < 100; i++) {
      assertThat(right("a")).isPresent();
    }
    assertThat(wrong("a")).isEmpty();
    assertThat(refused("a").status()).isEqualTo(429);
  }

  @Test
  void sixSecondsLater_oneMoreIsLookedAt() {
    use("a", WrongTokens.AT_ONCE);
    nanos.addAndGet(Duration.ofMillis(5_999).toNanos());
    assertThat(refused("a").retryAfter()).hasValue(1);
    nanos.addAndGet(Duration.ofMillis(2).toNanos());
    assertThat(wrong("a")).isEmpty();
    assertThat(refused("a").retryAfter()).hasValue(6);
  }

  @Test
  void anotherAddress_hasItsOwn() {
    use("a", WrongTokens.AT_ONCE);
    assertThat(wrong("b")).isEmpty();
  }

  @Test
  void addresses_areForgottenPastAThousand_thoseThatTriedLongestAgoFirst() {
    use("first", WrongTokens.AT_ONCE);
    use("second", WrongTokens.AT_ONCE);
    assertThat(refused("first").status()).isEqualTo(429);
    for (int i = 0; i < WrongTokens.MOST_ADDRESSES - 1; i++) {
      assertThat(wrong("other" + i)).isEmpty();
    }
    assertThat(tokens.addresses()).isEqualTo(WrongTokens.MOST_ADDRESSES);
    assertThat(refused("first").status()).isEqualTo(429);
    assertThat(wrong("second")).isEmpty();
  }

  private Tries bucket(int atOnce, int perMinute) {
    TokenBucket bucket = TokenBucket.perMinute(perMinute, atOnce, nanos::get);
    return new Tries(bucket::take, bucket::giveBack);
  }

  private void use(String address, int times) {
    for (int i = 0; i < times; i++) {
      assertThat(wrong(address)).isEmpty();
    }
  }

  private Optional<String> wrong(String address) {
    return tokens.look(
        address,
        () -> {
          looked.incrementAndGet();
          return Optional.empty();
        });
  }

  private Optional<String> right(String address) {
    return tokens.look(address, () -> Optional.of("good"));
  }

  private ProblemDetail refused(String address) {
    Refused refused = catchThrowableOfType(Refused.class, () -> wrong(address));
    assertThat(refused).as("refused").isNotNull();
    return refused.detail();
  }
}
