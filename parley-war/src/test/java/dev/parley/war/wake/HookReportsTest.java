package dev.parley.war.wake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.id.AgentId;
import dev.parley.id.WorkspaceId;
import dev.parley.war.wake.ActingAgents.ActingAgent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The hooks that report beside any connection. */
class HookReportsTest {
  private static final WorkspaceId HERE = WorkspaceId.DEFAULT;
  private static final AgentId BE = AgentId.of("be");

  private final SettableClock clock = new SettableClock();
  private final AgentActivities activities = new AgentActivities(clock);
  private final HookReports reports = new HookReports(activities, clock);

  private boolean report(AgentId agent, String event) {
    return report(HERE, agent, event);
  }

  private boolean report(WorkspaceId workspace, AgentId agent, String event) {
    return reports.report(
        workspace, agent, HookEvent.of(Map.of("event", event, "tool_name", "Bash")));
  }

  private void fill(WorkspaceId workspace) {
    for (int i = 0; i < HookReports.MAX_OF_WORKSPACE; i++) {
      assertThat(report(workspace, AgentId.of("agent" + i), "PostToolUse")).isTrue();
    }
  }

  private ActingAgent only() {
    List<ActingAgent> all = reports.of(HERE);
    assertThat(all).hasSize(1);
    return all.get(0);
  }

  @Test
  void tool_makesItsAgentWork_andThere_forAWhile() {
    assertThat(report(BE, "PostToolUse")).isTrue();
    assertThat(activities.of(HERE, BE).orElseThrow().tool()).isEqualTo("Bash");
    assertThat(only())
        .isEqualTo(
            ActingAgent.reported(BE, clock.instant(), clock.instant().plus(HookReports.SILENCE)));
    assertThat(only().isThereAt(clock.instant())).isTrue();
    clock.advance(HookReports.SILENCE);
    assertThat(only().isThereAt(clock.instant())).isFalse();
    assertThat(reports.of(new WorkspaceId("there"))).isEmpty();
  }

  @Test
  void endOfATurn_makesItIdle_andTheEndOfItsClient_gone() {
    report(BE, "PostToolUse");
    assertThat(report(BE, "Stop")).isTrue();
    assertThat(activities.of(HERE, BE).orElseThrow().state()).isEqualTo(AgentActivity.State.IDLE);
    assertThat(only().isThereAt(clock.instant())).isTrue();
    assertThat(report(BE, "SessionEnd")).isTrue();
    assertThat(activities.of(HERE, BE)).isEmpty();
    assertThat(only().isThereAt(clock.instant())).isFalse();
  }

  @Test
  void eventWithoutAMeaning_isNotNoted_norTheEndOfAnUnknownClient() {
    assertThat(report(BE, "Notification")).isFalse();
    assertThat(report(BE, "SessionEnd")).isFalse();
    assertThat(reports.of(HERE)).isEmpty();
  }

  @Test
  void comingAndGoing_isAnnounced_once() {
    List<WorkspaceId> announced = new ArrayList<>();
    reports.onChange(announced::add);
    report(BE, "SessionStart");
    report(BE, "PostToolUse");
    assertThat(announced).hasSize(1);
    report(BE, "SessionEnd");
    report(BE, "SessionEnd");
    assertThat(announced).hasSize(2);
    report(BE, "SessionStart");
    assertThat(announced).hasSize(3);
    clock.advance(HookReports.SILENCE);
    report(BE, "PostToolUse");
    assertThat(announced).hasSize(4);
  }

  @Test
  void agents_areBounded_andThoseThatAreGoneMakeRoom() {
    fill(HERE);
    assertThat(report(BE, "PostToolUse")).isFalse();
    assertThat(activities.of(HERE, BE)).isEmpty();
    assertThat(report(AgentId.of("agent0"), "PostToolUse")).isTrue();
    report(AgentId.of("agent1"), "SessionEnd");
    assertThat(report(BE, "PostToolUse")).isTrue();
    assertThat(reports.of(HERE)).hasSize(HookReports.MAX_OF_WORKSPACE);
    assertThat(reports.of(HERE))
        .extracting(ActingAgent::agent)
        .contains(BE)
        .doesNotContain(AgentId.of("agent1"));
  }

  @Test
  void agentsOfOneWorkspace_takeNoRoomOfAnother() {
    WorkspaceId there = new WorkspaceId("there");
    fill(HERE);
    assertThat(report(there, BE, "PostToolUse")).isTrue();
    assertThat(report(HERE, BE, "PostToolUse")).isFalse();
  }

  @Test
  void agentsOfAllWorkspaces_areBounded() {
    for (int i = 0; i < HookReports.MAX_AGENTS / HookReports.MAX_OF_WORKSPACE; i++) {
      fill(new WorkspaceId("there" + i));
    }
    assertThat(report(BE, "PostToolUse")).isFalse();
    report(new WorkspaceId("there1"), AgentId.of("agent1"), "SessionEnd");
    assertThat(report(BE, "PostToolUse")).isTrue();
    assertThat(report(AgentId.of("fe"), "PostToolUse")).isFalse();
  }
}
