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
        "/x%"
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
        "/a/..%5cb",
        "/a;b=c",
        "/api;x=1/credentials",
        "/api%3Bx/credentials",
        "/api%253bx/credentials"
      })
  void path_withDotsOrParametersInAnySpelling_isNot(String path) {
    assertThat(RequestPath.isPlain(path)).isFalse();
  }
}
