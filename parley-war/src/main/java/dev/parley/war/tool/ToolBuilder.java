package dev.parley.war.tool;

import dev.parley.war.wire.ResultFields;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Builds a tool. */
final class ToolBuilder {
  private final String name;
  private final String title;
  private String description = "";
  private Map<String, Object> output = ObjectSchema.object().open();
  private ToolParameters input = ToolParameters.of(true, List.of());
  private ToolBehavior hints = ToolBehavior.CHANGES;
  private Map<String, @Nullable Object> whenRefused = Map.of();

  ToolBuilder(String name, String title) {
    this.name = name;
    this.title = title;
  }

  /** The text by which a model chooses it. */
  ToolBuilder described(String text) {
    description = text;
    return this;
  }

  /** Its effect, for the annotations. */
  ToolBuilder hinting(ToolBehavior kind) {
    hints = kind;
    return this;
  }

  /** The arguments it takes; any other is refused. */
  ToolBuilder takes(Param<?>... arguments) {
    return takes(List.of(arguments));
  }

  ToolBuilder takes(List<Param<?>> arguments) {
    input = ToolParameters.of(true, arguments);
    return this;
  }

  /** The arguments it takes; any other is passed over. */
  ToolBuilder takesAtLeast(Param<?>... arguments) {
    return takesAtLeast(List.of(arguments));
  }

  ToolBuilder takesAtLeast(List<Param<?>> arguments) {
    input = ToolParameters.of(false, arguments);
    return this;
  }

  /** The answer of a call that is not refused. */
  ToolBuilder answers(ObjectSchema fields) {
    return answers(fields.orRefusal());
  }

  /** The answer of a call that is not refused. */
  ToolBuilder answers(RecordSchema<?> record) {
    return answers(record.answer());
  }

  ToolBuilder answers(Map<String, Object> schema) {
    output = schema;
    return this;
  }

  /** A field that a refusal has besides, for clients that look there. */
  ToolBuilder refusesWith(String field, @Nullable Object value) {
    whenRefused = ResultFields.none().and(field, value).map();
    return this;
  }

  ToolDefinition does(ToolDefinition.Handler handler) {
    return waits(call -> CompletableFuture.completedFuture(handler.call(call)));
  }

  ToolDefinition waits(ToolDefinition.Waiting handler) {
    Tool tool =
        Tool.builder(name, input.schema())
            .title(title)
            .description(description)
            .outputSchema(output)
            .annotations(hints.annotations())
            .build();
    return new ToolDefinition(tool, input, whenRefused, handler);
  }
}
