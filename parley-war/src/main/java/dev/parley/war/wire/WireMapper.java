package dev.parley.war.wire;

import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * JSON as the SDK wants it. The params of a tool call, which are maps already, become its record
 * without being written to JSON and read again; all else is Jackson's.
 */
public final class WireMapper implements McpJsonMapper {
  private final McpJsonMapper jackson;

  public WireMapper(McpJsonMapper jackson) {
    this.jackson = jackson;
  }

  @Override
  public <T> T convertValue(Object value, TypeRef<T> type) {
    if (type.getType() == CallToolRequest.class
        && value instanceof Map<?, ?> params
        && params.get("name") instanceof String name
        && isObjectOrAbsent(params.get("arguments"))
        && isObjectOrAbsent(params.get("_meta"))) {
      @SuppressWarnings("unchecked")
      T call = (T) new CallToolRequest(name, object(params, "arguments"), object(params, "_meta"));
      return call;
    }
    return jackson.convertValue(value, type);
  }

  private static boolean isObjectOrAbsent(@Nullable Object value) {
    return value == null || value instanceof Map<?, ?>;
  }

  /** An object of JSON has strings for keys. */
  @SuppressWarnings("unchecked")
  private static @Nullable Map<String, Object> object(Map<?, ?> params, String name) {
    return (Map<String, Object>) params.get(name);
  }

  @Override
  public <T> T convertValue(Object value, Class<T> type) {
    return jackson.convertValue(value, type);
  }

  @Override
  public <T> T readValue(String json, Class<T> type) throws IOException {
    return jackson.readValue(json, type);
  }

  @Override
  public <T> T readValue(byte[] json, Class<T> type) throws IOException {
    return jackson.readValue(json, type);
  }

  @Override
  public <T> T readValue(String json, TypeRef<T> type) throws IOException {
    return jackson.readValue(json, type);
  }

  @Override
  public <T> T readValue(byte[] json, TypeRef<T> type) throws IOException {
    return jackson.readValue(json, type);
  }

  @Override
  public String writeValueAsString(Object value) throws IOException {
    return jackson.writeValueAsString(value);
  }

  @Override
  public byte[] writeValueAsBytes(Object value) throws IOException {
    return jackson.writeValueAsBytes(value);
  }
}
