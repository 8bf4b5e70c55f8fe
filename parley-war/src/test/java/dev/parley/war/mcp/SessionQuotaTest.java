package dev.parley.war.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.problem.ParleyException;
import dev.parley.problem.RateLimited;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SessionQuotaTest {
  private final SessionQuota quota = new SessionQuota(3, 2, 100, () -> SessionQuotaTest::unlimited);

  @Test
  void begin_upToEachBound_passesAndOneMoreIsRefusedUntilOneEnds() {
    assertThat(quota.begin("a", 100)).isEmpty();
    assertThat(quota.begin("a", 1)).isEmpty();
    InitializeRefusal each = quota.begin("a", 1).orElseThrow();
    assertThat(each.status()).isEqualTo(429);
    assertThat(each.code()).isEqualTo("session_limit");
    assertThat(each.facts()).containsEntry("limit", 2);
    assertThat(each.retryAfter()).hasValue(30);
    assertThat(quota.begin("b", 1)).isEmpty();
    InitializeRefusal all = quota.begin("b", 1).orElseThrow();
    assertThat(all.status()).isEqualTo(503);
    assertThat(all.code()).isEqualTo("server_full");
    assertThat(all.facts()).containsEntry("limit", 3);
    quota.end("a");
    assertThat(quota.begin("b", 1)).isEmpty();
  }

  @Test
  void begin_byAClientThatSaysTooMuch_isRefusedAndCountsNothing() {
    for (int i = 0; i < 10; i++) {
      InitializeRefusal refused = quota.begin("a", 101).orElseThrow();
      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.code()).isEqualTo("client_info_too_large");
      assertThat(refused.facts()).containsEntry("limit", 100);
    }
    assertThat(quota.begin("a", 100)).isEmpty();
    assertThat(quota.begin("a", 100)).isEmpty();
  }

  @Test
  void begin_tooFast_isRefusedForThatOwnerAlone() {
    SessionQuota paced = new SessionQuota(100, 100, 100, SessionQuotaTest::twoTokens);
    assertThat(paced.begin("a", 1)).isEmpty();
    assertThat(paced.begin("a", 1)).isEmpty();
    InitializeRefusal refused = paced.begin("a", 1).orElseThrow();
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.code()).isEqualTo("rate_limited");
    assertThat(refused.facts()).containsEntry("retryAfterMs", 1_500L);
    assertThat(refused.retryAfter()).hasValue(2);
    assertThat(paced.begin("b", 1)).isEmpty();
  }

  private static void unlimited() {}

  private static Runnable twoTokens() {
    AtomicInteger tokens = new AtomicInteger(2);
    return () -> {
      if (tokens.getAndDecrement() <= 0) {
        throw new ParleyException(new RateLimited(Duration.ofMillis(1_500)));
      }
    };
  }
}
