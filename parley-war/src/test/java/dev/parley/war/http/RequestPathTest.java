package dev.parley.war.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestPathTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/",
        "/mcp",
        "/assets/lib/marked.esm.js",
        "/api/a.b/..c/d..",
        "/api/%41",
        "/x%",
        "/a;b=c"
      })
  void path_thatAllReadAlike_isPlain(String path) {
    assertThat(RequestPath.isPlain(path)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/.",
        "/..",
        "/a/./b",
        "/a/../b",
        "/a/%2e/b",
        "/a/%2E%2e/b",
        "/a/.%2e;x/b",
        "/a/..;x=y/b",
        "/a/%252e%252e/b",
        "/a%2f..%2fb",
        "/a\\..\\b",
        "/a/..%5cb"
      })
  void path_withDotsInAnySpelling_isNot(String path) {
    assertThat(RequestPath.isPlain(path)).isFalse();
  }
}
