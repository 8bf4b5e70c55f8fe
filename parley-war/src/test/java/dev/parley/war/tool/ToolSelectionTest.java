package dev.parley.war.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.parley.problem.InvalidArgument;
import dev.parley.problem.ParleyException;
import dev.parley.problem.ProblemCode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What sets offer together. */
class ToolSelectionTest {

  @ParameterizedTest
  @CsvSource({"rooms,5", "bus,4", "team,23", "inbox,4"})
  void one_isTheSetItself(String name, int count) {
    ToolSet chosen = ToolSelection.of(name);
    assertThat(chosen.name()).isEqualTo(name);
    assertThat(chosen.names()).hasSize(count);
    assertThat(AllTools.sets())
        .filteredOn(set -> set.name().equals(name))
        .extracting(ToolSet::names)
        .containsExactly(chosen.names());
  }

  @Test
  void inbox_hasTheFourThatHear() {
    assertThat(ToolSelection.of("inbox").names())
        .containsExactly("wait_for_messages", "ack_messages", "message_status", "search_messages");
  }

  static List<String> selections() {
    return BuiltInDescriptionsTest.selections().toList();
  }

  @ParameterizedTest
  @MethodSource("selections")
  void several_haveExactlyTheNamesOfEach(String sets) {
    if (sets.equals("all")) {
      assertThat(ToolSelection.of(sets).names()).isEqualTo(AllTools.set().names());
      return;
    }
    Set<String> names = new LinkedHashSet<>();
    for (String set : sets.split(",", -1)) {
      names.addAll(ToolSelection.of(set).names());
    }
    assertThat(ToolSelection.of(sets).names()).isEqualTo(names);
  }

  @ParameterizedTest
  @ValueSource(strings = {"inbox,rooms", "rooms,inbox", " inbox , rooms,", "rooms,inbox,rooms"})
  void order_ofTheNames_makesNoDifference(String names) {
    assertThat(ToolSelection.of(names).name()).isEqualTo("rooms,inbox");
    assertThat(ToolSelection.of(names).names()).isEqualTo(ToolSelection.of("rooms,inbox").names());
  }

  @Test
  void sendMessage_takesBothFormsWhereBothAreOffered() {
    assertThat(arguments("rooms,team")).contains("room", "body", "to", "content");
    assertThat(arguments("rooms,inbox"))
        .containsExactlyInAnyOrder("room", "body", "idempotency_key", "agent_id", "urgent");
    assertThat(arguments("team,inbox")).contains("to", "content").doesNotContain("room");
  }

  private static List<String> arguments(String sets) {
    ToolDefinition send =
        ToolSelection.of(sets).tools().stream()
            .filter(tool -> tool.name().equals("send_message"))
            .findFirst()
            .orElseThrow();
    return ((Map<?, ?>) send.description().inputSchema().get("properties"))
        .keySet().stream().map(String.class::cast).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"nope", "rooms,nope", "rooms;inbox", "", " , ", "ROOMS", "<b>"})
  void unknownOrNone_isRefusedNamingTheKnown(String names) {
    InvalidArgument refused =
        (InvalidArgument)
            catchThrowableOfType(ParleyException.class, () -> ToolSelection.of(names)).problem();
    assertThat(refused.code()).isEqualTo(ProblemCode.INVALID_ARGUMENT);
    assertThat(refused.field()).isEqualTo("tools");
    assertThat(refused.message()).contains("rooms, bus, team, inbox").doesNotContain("<");
    assertThat(refused.details()).containsEntry("known", List.of("rooms", "bus", "team", "inbox"));
  }
}
