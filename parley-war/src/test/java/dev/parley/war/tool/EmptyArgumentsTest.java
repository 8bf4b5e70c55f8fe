package dev.parley.war.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** An empty string where a tool needs none is as good as no argument. */
class EmptyArgumentsTest {
  /** A line of send_message: there, an empty text says something of its own. */
  private static final Set<String> SAY_SOMETHING = Set.of("room", "body", "content");

  /** Every string that no tool of the set requires, read from the schemas clients are told. */
  static Stream<Arguments> optionalStrings() {
    return AllTools.set().tools().stream()
        .flatMap(
            tool -> {
              Map<?, ?> schema = tool.description().inputSchema();
              List<?> required =
                  schema.get("required") instanceof List<?> names ? names : List.of();
              return ((Map<?, ?>) schema.get("properties"))
                  .entrySet().stream()
                      .filter(property -> isString(property.getValue()))
                      .map(property -> (String) property.getKey())
                      .filter(name -> !required.contains(name) && !SAY_SOMETHING.contains(name))
                      .map(name -> Arguments.of(tool.name(), name));
            });
  }

  @ParameterizedTest
  @MethodSource("optionalStrings")
  void empty_whereItMayBeLeftOut_isLeftOut(String tool, String argument) {
    assertThat(read(tool, Map.of(argument, "")).hasAny(argument)).isFalse();
    assertThat(read(tool, Map.of(argument, "x")).hasAny(argument)).isTrue();
  }

  @Test
  void empty_whereItIsRequired_isGiven() {
    assertThat(read("write_memory", Map.of("content", "")).hasAny("content")).isTrue();
    assertThat(read("join_room", Map.of("room", "")).hasAny("room")).isTrue();
  }

  @Test
  void optionalStrings_areManyAndOfAllKinds() {
    assertThat(optionalStrings().map(one -> List.of(one.get())))
        .hasSizeGreaterThan(40)
        .contains(
            List.of("join_room", "nickname"),
            List.of("send_message", "to"),
            List.of("send_message", "agent_id"),
            List.of("parley_post", "in_reply_to"),
            List.of("update_task", "status"));
  }

  private static dev.parley.war.wire.Arguments read(String name, Map<String, Object> given) {
    ToolDefinition tool =
        AllTools.set().tools().stream()
            .filter(one -> one.name().equals(name))
            .findFirst()
            .orElseThrow();
    return tool.input().read(given);
  }

  private static boolean isString(Object schema) {
    return schema instanceof Map<?, ?> told
        && (told.get("type") instanceof String type
            ? type.equals("string")
            : ((List<?>) told.get("anyOf")).stream().anyMatch(EmptyArgumentsTest::isString));
  }
}
