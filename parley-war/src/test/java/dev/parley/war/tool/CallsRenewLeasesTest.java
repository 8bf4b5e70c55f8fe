package dev.parley.war.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.problem.ParleyException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A call of any tool renews what its agent has claimed, also where it is refused. */
class CallsRenewLeasesTest {
  /** In these, agent_id says whose memory it is. */
  private static final Set<String> NAME_ANOTHER =
      Set.of("read_memory", "write_memory", "append_memory");

  private final FakeBoard board = new FakeBoard();

  static List<ToolDefinition> tools() {
    return AllTools.set().tools();
  }

  static Stream<ToolDefinition> namingTheirCaller() {
    return tools().stream()
        .filter(tool -> input(tool).containsKey("agent_id"))
        .filter(tool -> !NAME_ANOTHER.contains(tool.name()));
  }

  @ParameterizedTest
  @MethodSource("tools")
  void call_ofEachTool_renewsForTheAgentOfTheConnection(ToolDefinition tool) {
    call(tool, Map.of());
    assertThat(board.renewed).containsExactly(board.agent());
  }

  @ParameterizedTest
  @MethodSource("namingTheirCaller")
  void call_thatNamesItsCaller_renewsForThatOne(ToolDefinition tool) {
    call(tool, Map.of("agent_id", "bob"));
    assertThat(board.renewed).containsExactly(new AgentId("bob"));
  }

  @ParameterizedTest
  @MethodSource("tools")
  void call_thatIsRefused_renewsAllTheSame(ToolDefinition tool) {
    call(tool, Map.of("agent_id", 1, "room", 1));
    assertThat(board.renewed).containsExactly(board.agent());
  }

  @ParameterizedTest
  @MethodSource("memory")
  void call_aboutTheMemoryOfAnother_renewsNothingOfThatOne(ToolDefinition tool) {
    call(tool, Map.of("agent_id", "bob"));
    assertThat(board.renewed).containsExactly(board.agent());
  }

  static Stream<ToolDefinition> memory() {
    return tools().stream().filter(tool -> NAME_ANOTHER.contains(tool.name()));
  }

  private void call(ToolDefinition tool, Map<String, Object> given) {
    try {
      var unused = tool.call(new Caller(board, ServerAddress.UNKNOWN), given);
    } catch (ParleyException | UnsupportedOperationException notOfInterest) {
      assertThat(board.id()).isEqualTo(new ConnectionId("fake"));
    }
  }

  private static Map<?, ?> input(ToolDefinition tool) {
    return (Map<?, ?>) tool.description().inputSchema().get("properties");
  }
}
