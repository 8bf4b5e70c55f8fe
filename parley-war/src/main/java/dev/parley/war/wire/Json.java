package dev.parley.war.wire;

import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.jackson3.JacksonMcpJsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.JsonRecyclerPools;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;

/** JSON as the wire has it: compact, UTF-8. */
public final class Json {
  /**
   * Refuses text after a value: it may be a second message. Writes the properties of a record in
   * their order. Each thread has its buffers, since those of a shared pool take longer to get.
   */
  private static final JsonMapper JACKSON =
      JsonMapper.builder(
              JsonFactory.builder().recyclerPool(JsonRecyclerPools.threadLocalPool()).build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
          .build();

  private static final McpJsonMapper MAPPER = new WireMapper(new JacksonMcpJsonMapper(JACKSON));

  private Json() {}

  /** The mapper the MCP SDK works with. */
  public static McpJsonMapper mapper() {
    return MAPPER;
  }

  /** The library itself, for writing by hand. */
  public static JsonMapper jackson() {
    return JACKSON;
  }

  /**
   * The one value of {@code json}: a map, a list, a text, a number, a truth, or null.
   *
   * @throws IOException where it is no JSON, or more than one value
   */
  public static @Nullable Object read(byte[] json) throws IOException {
    try {
      return JACKSON.readValue(json, Object.class);
    } catch (JacksonException noJson) {
      throw new IOException(noJson);
    }
  }

  /** {@code value} in one line. */
  public static byte[] bytes(Object value) {
    try {
      return MAPPER.writeValueAsBytes(value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@code value} in one line. */
  public static String text(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
