package dev.parley.war.oidc;

import static dev.parley.war.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.JWKMatcher;
import com.nimbusds.jose.jwk.JWKSelector;
import dev.parley.trust.TrustedAuthorities;
import dev.parley.war.testing.TestIssuer;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class IssuerKeysTest {
  private final TestIssuer issuer = TestIssuer.start();
  private final AtomicLong nanos = new AtomicLong();
  private final IssuerKeys keys =
      new IssuerKeys(
          URI.create(issuer.url() + TestIssuer.KEYS),
          new LimitedFetch(TrustedAuthorities.DEFAULT, Duration.ofSeconds(5)),
          nanos::get,
          Duration.ofSeconds(5));

  @AfterEach
  void stop() {
    issuer.close();
  }

  private boolean has(String id) throws KeySourceException {
    return !keys.get(new JWKSelector(new JWKMatcher.Builder().keyID(id).build()), null).isEmpty();
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  @Test
  void keyThatIsKnown_isNotReadAgain() throws KeySourceException {
    for (int i = 0; i < 100; i++) {
      assertThat(has(issuer.key().getKeyID())).isTrue();
    }
    assertThat(issuer.keysRead()).isEqualTo(1);
  }

  @Test
  void keysThatAreUnknown_areReadAFewTimesAtOnce_andOnceInAPauseThen() throws KeySourceException {
    for (int i = 0; i < 20; i++) {
      assertThat(has("unknown")).isFalse();
    }
    assertThat(issuer.keysRead()).isEqualTo(1 + IssuerKeys.MAX_AT_ONCE);
    pass(Duration.ofNanos(IssuerKeys.PAUSE_NANOS));
    issuer.rotate();
    assertThat(has(issuer.key().getKeyID())).isTrue();
    assertThat(issuer.keysRead()).isEqualTo(2 + IssuerKeys.MAX_AT_ONCE);
  }

  @Test
  void keysThatGetOld_areReadBesideTheCall() throws KeySourceException {
    String withdrawn = issuer.key().getKeyID();
    issuer.rotate();
    pass(Duration.ofMinutes(6));
    assertThat(has(withdrawn)).isTrue();
    eventually("the withdrawn key is gone", () -> issuer.keysRead() == 2 && !has(withdrawn));
  }

  @Test
  void keysOfAnIssuerThatEnded_countForADay() throws KeySourceException {
    issuer.close();
    pass(Duration.ofHours(23));
    assertThat(has(issuer.key().getKeyID())).isTrue();
    nanos.addAndGet(TimeUnit.HOURS.toNanos(2));
    assertThatThrownBy(() -> has(issuer.key().getKeyID())).isInstanceOf(KeySourceException.class);
  }

  @Test
  void privateParts_areNotKept() throws KeySourceException {
    issuer.answer(TestIssuer.KEYS, "{\"keys\":[" + issuer.key().toJSONString() + "]}");
    pass(Duration.ofMinutes(6));
    assertThat(has("unknown")).isFalse();
    assertThat(
            keys.get(
                new JWKSelector(new JWKMatcher.Builder().keyID(issuer.key().getKeyID()).build()),
                null))
        .isNotEmpty()
        .noneMatch(key -> key.isPrivate());
  }
}
