package dev.parley.war.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules for addresses a browser is sent back to. */
class RedirectUrisTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://example.org/cb",
        "https://example.org:8443/cb?x=1",
        "http://127.0.0.1:4711/cb",
        "http://127.0.0.1/cb",
        "http://localhost:4711/",
        "http://[::1]:4711/cb",
        "cursor://anysphere.cursor-retrieval/oauth/cb",
        "com.example.app:/cb"
      })
  void mistake_ofAGoodAddress_isNone(String uri) {
    assertThat(RedirectUris.mistake(uri)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/cb",
        "example.org/cb",
        "http://example.org/cb",
        "http://127.0.0.1.example.org/cb",
        "http://localhost@example.org/cb",
        "https://user@example.org/cb",
        "https:example.org",
        "https:///cb",
        "https://example.org/cb#x",
        "https://example.org/cb#",
        "javascript:alert(1)",
        "JavaScript:alert(1)",
        "data:text/html,x",
        "file:///etc/passwd",
        "https://exa mple.org/"
      })
  void mistake_ofAnAddressThatIsNone_isSaid(String uri) {
    assertThat(RedirectUris.mistake(uri)).isPresent();
  }

  @ParameterizedTest
  @CsvSource({
    "https://example.org/cb, https://example.org/cb, true",
    "https://example.org/cb, https://example.org/cb/, false",
    "https://example.org/cb, https://example.org:443/cb, false",
    "https://example.org/cb, https://example.org/cb?x, false",
    "http://127.0.0.1/cb, http://127.0.0.1:1234/cb, true",
    "http://127.0.0.1:1/cb, http://127.0.0.1:1234/cb, true",
    "http://127.0.0.1:1/cb, http://127.0.0.1:1234/cc, false",
    "http://127.0.0.1:1/cb, http://127.0.0.1:1234/cb?x=1, false",
    "http://127.0.0.1:1/cb, http://127.0.0.1:1234/cb#x, false",
    "http://127.0.0.1:1/cb, http://localhost:1234/cb, false",
    "http://127.0.0.1:1/cb, http://x@127.0.0.1:1234/cb, false",
    "http://127.0.0.1:1/cb, https://127.0.0.1:1234/cb, false",
    "http://localhost/cb, http://localhost:9/cb, true",
    "https://localhost/cb, https://localhost:9/cb, false",
    "app:/cb, app:/cb, true",
    "app:/cb, app:/cc, false"
  })
  void isAmong_isExact_butForThePortOfThisMachine(String known, String asked, boolean is) {
    assertThat(RedirectUris.isAmong(List.of("https://other.org/", known), asked)).isEqualTo(is);
  }

  @Test
  void origin_andPolicySource_nameWhereTheBrowserGoes() {
    assertThat(RedirectUris.origin("https://example.org:8443/cb?x"))
        .isEqualTo("https://example.org:8443");
    assertThat(RedirectUris.policySource("https://example.org/cb"))
        .isEqualTo("https://example.org");
    assertThat(RedirectUris.policySource("http://[::1]:9/cb")).isEqualTo("http:");
    assertThat(RedirectUris.origin("cursor://a.b/cb")).isEqualTo("cursor:");
    assertThat(RedirectUris.policySource("com.example.app:/cb")).isEqualTo("com.example.app:");
  }
}
