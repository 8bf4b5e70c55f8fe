package dev.parley.war.tool;

import dev.parley.agent.Connection;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.Map;

/**
 * One tool: what a client is told of it, and what it does.
 *
 * @param description name, schemas and hints
 * @param handler what it does
 */
public record HubTool(Tool description, Handler handler) {

  /** What a tool does for one connection. */
  @FunctionalInterface
  public interface Handler {
    /**
     * Answers with the fields of the result, in order.
     *
     * @throws dev.parley.ParleyException where it refuses
     */
    Map<String, Object> call(Connection caller, Arguments arguments);
  }
}
