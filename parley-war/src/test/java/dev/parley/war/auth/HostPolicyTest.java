package dev.parley.war.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.settings.Settings;
import dev.parley.war.testing.Deployed;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostPolicyTest {
  private static final int PORT = 7539;

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "0:0:0:0:0:0:0:1", "::1", "[::1]", "127.0.0.53"})
  void overLoopback_theLoopbackNamesWithThePort_areOurs(String address) {
    for (String name : new String[] {"localhost:7539", "127.0.0.1:7539", "[::1]:7539"}) {
      assertThat(hosts("").allows(at(address, name))).isTrue();
    }
    for (String name :
        new String[] {"localhost", "localhost:7540", "localhost.evil.com:7539", "evil.com", ""}) {
      assertThat(hosts("").allows(at(address, name))).as(name).isFalse();
    }
  }

  @Test
  void overLoopback_addedNames_areOursToo() {
    assertThat(hosts("parley.example:8443, Other").allows(at("127.0.0.1", "PARLEY.example:8443")))
        .isTrue();
    assertThat(hosts("other").allows(at("127.0.0.1", "other"))).isTrue();
    assertThat(hosts("other").allows(at("127.0.0.1", "other:7539"))).isFalse();
  }

  @Test
  void overANetwork_anyName_unlessSomeAreSet() {
    assertThat(hosts("").allows(at("192.0.2.1", "anything"))).isTrue();
    assertThat(hosts("parley.example").allows(at("192.0.2.1", "anything"))).isFalse();
    assertThat(hosts("parley.example").allows(at("192.0.2.1", "parley.example"))).isTrue();
    assertThat(hosts("parley.example").allows(at("192.0.2.1", "localhost:7539"))).isFalse();
  }

  @Test
  void host_missing_isNobodys() {
    assertThat(hosts("").allows(Deployed.request("127.0.0.1", PORT, Map.of()))).isFalse();
    assertThat(hosts("").allows(Deployed.request("192.0.2.1", PORT, Map.of()))).isFalse();
  }

  @Test
  void port80_needsNoNumber() {
    HttpServletRequest plain = Deployed.request("127.0.0.1", 80, Map.of("Host", "localhost"));
    assertThat(hosts("").allows(plain)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "http://localhost:7539,true",
    "http://127.0.0.1:7539,true",
    "http://[::1]:7539,true",
    "HTTP://LOCALHOST:7539,true",
    "null,false",
    "http://localhost:7540,false",
    "http://localhost,false",
    "http://evil.com,false",
    "http://evil.com:7539,false",
    "http://localhost:7539.evil.com,false",
    "http://localhost:7539@evil.com,false",
    "http://evil.com/http://localhost:7539,false",
    "localhost:7539,false",
    "ftp://localhost:7539,false"
  })
  void origin_overLoopback(String origin, boolean ours) {
    HttpServletRequest request =
        Deployed.request("127.0.0.1", PORT, Map.of("Host", "localhost:7539", "Origin", origin));
    assertThat(hosts("").allowsOrigin(request)).isEqualTo(ours);
  }

  @Test
  void origin_overANetwork_isTheHostAskedForOrAnAddedOne() {
    assertThat(origin("https://parley.example", "parley.example")).isTrue();
    assertThat(origin("https://front.example", "parley.example")).isTrue();
    assertThat(origin("https://evil.com", "parley.example")).isFalse();
    assertThat(hosts("").allowsOrigin(at("192.0.2.1", "any"))).as("no origin").isTrue();
  }

  private static boolean origin(String origin, String host) {
    return hosts("front.example")
        .allowsOrigin(Deployed.request("192.0.2.1", PORT, Map.of("Host", host, "Origin", origin)));
  }

  private static HttpServletRequest at(String address, String host) {
    return Deployed.request(address, PORT, Map.of("Host", host));
  }

  private static HostPolicy hosts(String added) {
    return HostPolicy.of(Settings.of(Deployed.with(Map.of("parley.hosts", added))));
  }
}
