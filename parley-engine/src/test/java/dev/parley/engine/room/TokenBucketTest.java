package dev.parley.engine.room;

import static dev.parley.problem.Refusals.refused;
import static dev.parley.problem.Refusals.refusedCode;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.AtOnce;
import dev.parley.problem.ParleyException;
import dev.parley.problem.ProblemCode;
import dev.parley.problem.RateLimited;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TokenBucketTest {
  private static final long MILLI = 1_000_000;

  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5 * MILLI);
  private final TokenBucket bucket = RateLimit.perSecond(10, 20).newBucket(nanos::get);

  @Test
  void take_ofTheBurst_passesAndTheNextIsRefusedWithWhenToComeBack() {
    take(20);
    RateLimited refusal = (RateLimited) refused(bucket::take);
    assertThat(refusal.retryAfter().toMillis()).isEqualTo(100);
    nanos.addAndGet(99 * MILLI);
    assertThat(((RateLimited) refused(bucket::take)).retryAfter().toMillis()).isBetween(1L, 2L);
  }

  @Test
  void take_thatIsRefused_costsNothing() {
    take(20);
    for (int i = 0; i < 100; i++) {
      assertThat(refusedCode(bucket::take)).isEqualTo(ProblemCode.RATE_LIMITED);
    }
    nanos.addAndGet(100 * MILLI);
    bucket.take();
  }

  @Test
  void take_after100Milliseconds_passesExactlyOnce() {
    take(20);
    for (int i = 0; i < 50; i++) {
      nanos.addAndGet(100 * MILLI);
      bucket.take();
      assertThat(refusedCode(bucket::take)).isEqualTo(ProblemCode.RATE_LIMITED);
    }
  }

  @Test
  void refill_afterALongPause_isTheBurstAndNoMore() {
    take(20);
    nanos.addAndGet(3_600_000 * MILLI);
    take(20);
    assertThat(refusedCode(bucket::take)).isEqualTo(ProblemCode.RATE_LIMITED);
  }

  @Test
  void giveBack_allowsOneMoreAndNeverMoreThanTheBurst() {
    take(20);
    bucket.giveBack();
    take(1);
    assertThat(refusedCode(bucket::take)).isEqualTo(ProblemCode.RATE_LIMITED);
    nanos.addAndGet(3_600_000 * MILLI);
    bucket.giveBack();
    take(20);
    assertThat(refusedCode(bucket::take)).isEqualTo(ProblemCode.RATE_LIMITED);
  }

  @Test
  void take_whenToldTo_passes() {
    Random random = new Random(7);
    for (int round = 0; round < 2_000; round++) {
      RateLimit limit = RateLimit.perSecond(1 + random.nextInt(300), 1 + random.nextInt(5));
      TokenBucket one = limit.newBucket(nanos::get);
      for (int i = 0; i < 20; i++) {
        try {
          one.take();
        } catch (ParleyException refusal) {
          nanos.addAndGet(((RateLimited) refusal.problem()).retryAfter().toNanos());
          one.take();
        }
        nanos.addAndGet(random.nextInt(10_000_000));
      }
    }
  }

  @Test
  void take_withoutALimit_alwaysPasses() {
    TokenBucket open = RateLimit.OFF.newBucket(nanos::get);
    for (int i = 0; i < 10_000; i++) {
      open.take();
    }
  }

  @Test
  void take_byManyAtOnce_givesOutNoMoreThanTheBurst() throws Exception {
    TokenBucket large = RateLimit.perSecond(1, 100_000).newBucket(nanos::get);
    var taken =
        AtOnce.run(
            4,
            thread -> {
              int mine = 0;
              for (int i = 0; i < 50_000; i++) {
                try {
                  large.take();
                  mine++;
                } catch (ParleyException refused) {
                  assertThat(refused.problem().code()).isEqualTo(ProblemCode.RATE_LIMITED);
                }
              }
              return mine;
            });
    assertThat(taken.stream().mapToInt(Integer::intValue).sum()).isEqualTo(100_000);
  }

  private void take(int count) {
    for (int i = 0; i < count; i++) {
      bucket.take();
    }
  }
}
