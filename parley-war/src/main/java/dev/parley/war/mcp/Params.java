package dev.parley.war.mcp;

import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Params that the SDK's dispatch takes without looking. */
final class Params {
  private static final Set<String> LEVELS =
      Set.of("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency");

  private Params() {}

  /** Returns whether the params of {@code request} cannot be those of its method. */
  static boolean areWrong(JSONRPCRequest request) {
    return switch (request.method()) {
      case McpSchema.METHOD_TOOLS_CALL -> request.params() == null;
      // The list has one page, so no cursor was ever given out.
      case McpSchema.METHOD_TOOLS_LIST -> param(request, "cursor") != null;
      case McpSchema.METHOD_LOGGING_SET_LEVEL ->
          !(param(request, "level") instanceof String level) || !LEVELS.contains(level);
      default -> false;
    };
  }

  private static @Nullable Object param(JSONRPCRequest request, String name) {
    return request.params() instanceof Map<?, ?> params ? params.get(name) : null;
  }
}
