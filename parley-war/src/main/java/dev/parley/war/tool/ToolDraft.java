package dev.parley.war.tool;

import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A tool that is being written down. */
final class ToolDraft {
  private final String name;
  private final String title;
  private String description = "";
  private Map<String, Object> input = Schema.object().closed();
  private Map<String, Object> output = Schema.object().open();
  private ToolInput reading = Schema.object().input(true);
  private Hints hints = Hints.CHANGES;
  private Map<String, @Nullable Object> whenRefused = Map.of();

  ToolDraft(String name, String title) {
    this.name = name;
    this.title = title;
  }

  /** What it is for, as the model reads it. */
  ToolDraft described(String text) {
    description = text;
    return this;
  }

  /** What it does to the world. */
  ToolDraft hinting(Hints kind) {
    hints = kind;
    return this;
  }

  /** What it may be given; nothing else may. */
  ToolDraft takes(Schema arguments) {
    input = arguments.closed();
    reading = arguments.input(true);
    return this;
  }

  /** What it may be given; anything else is passed over. */
  ToolDraft takesAtLeast(Schema arguments) {
    input = arguments.open();
    reading = arguments.input(false);
    return this;
  }

  /** What it answers where it does not refuse. */
  ToolDraft answers(Schema fields) {
    return answers(fields.orRefusal());
  }

  ToolDraft answers(Map<String, Object> schema) {
    output = schema;
    return this;
  }

  /** What a refusal says besides, for clients that look there. */
  ToolDraft refusesWith(String field, @Nullable Object value) {
    whenRefused = Fields.none().and(field, value).map();
    return this;
  }

  HubTool does(HubTool.Handler handler) {
    return waits(
        (caller, arguments) -> CompletableFuture.completedFuture(handler.call(caller, arguments)));
  }

  HubTool waits(HubTool.Waiting handler) {
    Tool told =
        Tool.builder(name, input)
            .title(title)
            .description(description)
            .outputSchema(output)
            .annotations(hints.annotations(title))
            .build();
    return new HubTool(told, reading, whenRefused, handler);
  }
}
