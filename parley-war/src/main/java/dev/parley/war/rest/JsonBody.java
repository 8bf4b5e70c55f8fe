package dev.parley.war.rest;

import dev.parley.problem.InvalidArgument;
import dev.parley.war.wire.Arguments;
import dev.parley.war.wire.HttpProblemException;
import dev.parley.war.wire.Json;
import dev.parley.war.wire.ProblemDetail;
import dev.parley.war.wire.RequestBody;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The body of a write: one object of JSON with known fields. */
final class JsonBody {
  /** The largest body that is taken, in bytes: the longest memory with all of it escaped fits. */
  static final int MAX_BYTES = 1 << 20;

  private JsonBody() {}

  /**
   * The fields; none where there is no body.
   *
   * @throws HttpProblemException 413 past {@value #MAX_BYTES} bytes
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} for what is no object,
   *     naming the first field that is not among {@code known}
   */
  static Arguments read(InputStream in, String... known) throws IOException {
    Map<String, Object> given = fields(in);
    List<String> names = List.of(known);
    for (String name : new TreeMap<>(given).keySet()) {
      if (!names.contains(name)) {
        throw InvalidArgument.refusal(name, "there is no such field here", Map.of("known", names));
      }
    }
    return Arguments.ofAny(given);
  }

  /**
   * The fields of a body whose form its sender decides; none where there is no body.
   *
   * @throws HttpProblemException 413 past {@value #MAX_BYTES} bytes
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} for what is no object
   */
  static Map<String, Object> fields(InputStream in) throws IOException {
    byte[] body =
        RequestBody.read(in, MAX_BYTES)
            .orElseThrow(
                () ->
                    new HttpProblemException(
                        new ProblemDetail(
                            413,
                            "too_large",
                            "The body is larger than " + MAX_BYTES + " bytes.",
                            Map.of("limit", MAX_BYTES))));
    return body.length == 0 ? Map.of() : object(body);
  }

  private static Map<String, Object> object(byte[] body) {
    @Nullable Object read;
    try {
      read = Json.read(body);
    } catch (IOException noJson) {
      throw InvalidArgument.refusal("body", "it is not JSON");
    }
    if (!(read instanceof Map<?, ?> fields)) {
      throw InvalidArgument.refusal("body", "it is no JSON object");
    }
    Map<String, Object> given = new LinkedHashMap<>();
    fields.forEach((name, value) -> given.put((String) name, value));
    return given;
  }
}
