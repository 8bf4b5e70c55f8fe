package dev.parley.war.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.wire.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What came back, and ways into it: {@code "items.0.text"}. */
record Answered(HttpResponse<byte[]> response) {

  int status() {
    return response.statusCode();
  }

  String header(String name) {
    return response.headers().firstValue(name).orElse("");
  }

  String text() {
    return new String(response.body(), StandardCharsets.UTF_8);
  }

  @Nullable Object json() {
    try {
      return Json.read(response.body());
    } catch (IOException e) {
      throw new UncheckedIOException(text(), e);
    }
  }

  /** What stands at the end of {@code path}; a step that is not there fails. */
  @Nullable Object at(String path) {
    Object at = json();
    for (String step : path.split("\\.", -1)) {
      if (at instanceof List<?> list) {
        at = list.get(Integer.parseInt(step));
      } else if (at instanceof Map<?, ?> map && map.containsKey(step)) {
        at = map.get(step);
      } else {
        throw new AssertionError("no " + step + " of " + path + " in " + text());
      }
    }
    return at;
  }

  /** The values of {@code field} of each of the items. */
  List<@Nullable Object> each(String field) {
    List<?> items = (List<?>) at("items");
    return items.stream().<@Nullable Object>map(item -> ((Map<?, ?>) item).get(field)).toList();
  }

  Answered ok() {
    return is(200);
  }

  Answered is(int status) {
    assertThat(status()).as(text()).isEqualTo(status);
    assertThat(header("Cache-Control")).isEqualTo("no-store");
    return this;
  }

  /** It is a problem of that status and code. */
  Answered refused(int status, String code) {
    is(status);
    assertThat(header("Content-Type")).isEqualTo("application/problem+json");
    assertThat(at("code")).isEqualTo(code);
    assertThat(at("status")).isEqualTo(status);
    assertThat(at("type")).isEqualTo("about:blank");
    assertThat((String) at("title")).isNotEmpty();
    assertThat((String) at("detail")).isNotEmpty();
    return this;
  }

  /** It is a refusal of the argument {@code field}. */
  Answered refusedField(String field) {
    refused(400, "invalid_argument");
    assertThat(at("field")).as(text()).isEqualTo(field);
    return this;
  }
}
