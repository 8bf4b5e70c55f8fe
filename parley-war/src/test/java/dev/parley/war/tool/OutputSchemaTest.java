package dev.parley.war.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.problem.ConnectionClosed;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator;
import io.modelcontextprotocol.json.schema.jackson3.DefaultJsonSchemaValidator;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Clients hold every answer of a tool against its output schema, refusals not excepted. */
class OutputSchemaTest {
  private final JsonSchemaValidator validator = new DefaultJsonSchemaValidator();

  static Stream<ToolDefinition> tools() {
    return Stream.of(AllTools.set(), RoomTools.set(), TeamTools.set())
        .flatMap(set -> set.tools().stream());
  }

  @ParameterizedTest
  @MethodSource("tools")
  void schema_ofEachTool_fitsItsRefusals(ToolDefinition tool) {
    Object refusal =
        new Result(Object::toString)
            .of(new ConnectionClosed(), tool.whenRefused())
            .structuredContent();
    assertThat(validator.validate(tool.description().outputSchema(), refusal).valid()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("tools")
  void schema_ofEachTool_doesNotFitHalfARefusal(ToolDefinition tool) {
    Map<String, Object> half = Map.of("success", false, "code", "room_unknown");
    assertThat(validator.validate(tool.description().outputSchema(), half).valid()).isFalse();
  }
}
