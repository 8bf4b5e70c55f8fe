package dev.parley.war.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.war.testing.Deployed;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ForwardedHeadersTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "10.0.0.1|-|203.0.113.7|10.0.0.1",
        "10.0.0.1|10.0.0.1|203.0.113.7|203.0.113.7",
        "10.0.0.1|10.0.0.0/8|1.2.3.4, 203.0.113.7|203.0.113.7",
        "10.0.0.1|10.0.0.0/8|1.2.3.4, 203.0.113.7, 10.9.9.9|203.0.113.7",
        "10.0.0.1|10.0.0.0/8|nonsense|unknown",
        "10.0.0.1|10.0.0.0/8|256.0.113.7|unknown",
        "10.0.0.1|10.0.0.0/8|203.00.113.07|203.0.113.7",
        "10.0.0.1|10.0.0.0/8|203.0.113.7:4711|203.0.113.7",
        "11.0.0.1|10.0.0.0/8|203.0.113.7|11.0.0.1",
        "::1|::1|[2001:db8:1:2:3::4]:99|2001:db8:1:2:0:0:0:0",
        "2001:db8:1:2:3::4|-|x|2001:db8:1:2:0:0:0:0"
      })
  void address_isTheOneTheNearestTrustedProxySaw(
      String remote, String proxies, String forwarded, String expected) {
    ForwardedHeaders addresses =
        ForwardedHeaders.of(
            Deployed.with(proxies == null ? Map.of() : Map.of("parley.trust-proxy", proxies)));
    assertThat(addresses.of(Deployed.from(remote, Map.of("X-Forwarded-For", forwarded))))
        .isEqualTo(expected);
    assertThat(
            addresses.of(
                Deployed.from(
                    remote,
                    Map.of("Forwarded", "for=\"" + forwarded.replace(", ", "\", for=\"") + "\""))))
        .isEqualTo(expected);
  }

  @Test
  void encryption_isWhatATrustedProxySays() {
    ForwardedHeaders trusting =
        ForwardedHeaders.of(Deployed.with(Map.of("parley.trust-proxy", "10.0.0.1")));
    Map<String, String> https = Map.of("X-Forwarded-Proto", "https");
    assertThat(trusting.isSecure(Deployed.from("10.0.0.1", https))).isTrue();
    assertThat(trusting.isSecure(Deployed.from("10.0.0.2", https))).isFalse();
    assertThat(trusting.isSecure(Deployed.from("10.0.0.1", Map.of()))).isFalse();
    assertThat(trusting.isSecure(Deployed.from("10.0.0.1", Map.of("Forwarded", "proto=https"))))
        .isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"proxy.example", "10.0.0.0/33", "10.0.0.0/x", "1"})
  void proxy_thatIsNoAddress_isRefused(String proxies) {
    assertThatThrownBy(
            () -> ForwardedHeaders.of(Deployed.with(Map.of("parley.trust-proxy", proxies))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(proxies);
  }
}
