package dev.parley.war.tool;

import dev.parley.war.grant.Rights;
import dev.parley.war.wire.ResultFields;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One tool: its description for clients, and its handler.
 *
 * @param description name, schemas and hints
 * @param input the arguments it takes
 * @param whenRefused what a refusal says beside what every refusal says
 * @param handler what it does
 */
public record ToolDefinition(
    Tool description,
    ToolParameters input,
    Map<String, @Nullable Object> whenRefused,
    Waiting handler) {

  /** The work of a tool. */
  @FunctionalInterface
  public interface Handler {
    /**
     * Answers with the fields of the result, in order.
     *
     * @throws dev.parley.problem.ParleyException where it refuses
     */
    ResultFields call(ToolCall call);
  }

  /** The work of a tool that may have to wait, and holds no thread meanwhile. */
  @FunctionalInterface
  public interface Waiting {
    /**
     * Answers with the fields of the result, in order, when they are there.
     *
     * @throws dev.parley.problem.ParleyException where it refuses, which it may also complete with
     */
    CompletionStage<ResultFields> call(ToolCall call);
  }

  /** Begins a tool. */
  static ToolBuilder named(String name, String title) {
    return new ToolBuilder(name, title);
  }

  /** Its name. */
  public String name() {
    return description.name();
  }

  /**
   * Answers one call, which renews first what its agent has claimed. A call that the credential
   * does not admit renews nothing.
   *
   * @throws dev.parley.problem.ParleyException where it refuses, which it may also complete with
   */
  CompletionStage<ResultFields> call(Caller caller, Map<String, Object> given) {
    Rights.tool(name()).check(caller.grant());
    caller.begins(input.namesTheCaller(), given);
    return handler.call(new ToolCall(caller, input.read(given)));
  }
}
