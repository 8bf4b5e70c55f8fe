package dev.parley.war.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.id.AgentId;
import dev.parley.presence.AgentStatus;
import dev.parley.session.WorkState;
import dev.parley.session.WorkState.Kind;
import dev.parley.session.WorkState.TaskCount;
import dev.parley.war.wake.ActingAgents.ActingAgent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The list of agents, of those without a presence of their own too. */
class ListedAgentsTest {
  private static final AgentId BE = new AgentId("be");
  private static final AgentId BRIDGE = new AgentId("bridge");
  private static final Instant NOON = Instant.parse("2026-01-02T12:00:00Z");
  private static final Instant LATER = NOON.plusSeconds(60);

  private static AgentStatus status(AgentId agent, boolean online) {
    return new AgentStatus(agent, online, List.of(), NOON);
  }

  private static List<AgentStatus> list(
      List<AgentStatus> present, List<ActingAgent> acting, Map<AgentId, WorkState> works) {
    return ListedAgents.of(present, acting, works, LATER);
  }

  private static Map<AgentId, WorkState> works(Kind kind, Instant since) {
    return Map.of(
        BE,
        new WorkState(
            BE, kind, since, Optional.empty(), Optional.empty(), Optional.empty(), TaskCount.NONE));
  }

  @Test
  void actingAgent_isThere_whileTheAgentItActsThroughIs() {
    List<ActingAgent> acting = List.of(ActingAgent.through(BE, BRIDGE, LATER));
    AgentStatus here = status(BRIDGE, true);
    assertThat(list(List.of(here), acting, Map.of()))
        .containsExactly(new AgentStatus(BE, true, List.of(), LATER), here);
    AgentStatus away = status(BRIDGE, false);
    assertThat(list(List.of(away), acting, works(Kind.WORKING, NOON)))
        .containsExactly(new AgentStatus(BE, false, List.of(), LATER), away);
    assertThat(list(List.of(status(BE, false), here), acting, Map.of()))
        .containsExactly(new AgentStatus(BE, true, List.of(), LATER), here);
  }

  @Test
  void presence_countsMoreThanActs() {
    List<AgentStatus> present = List.of(status(BE, true), status(BRIDGE, false));
    List<ActingAgent> acting = List.of(ActingAgent.through(BE, BRIDGE, LATER));
    assertThat(list(present, acting, works(Kind.IDLE, NOON))).isSameAs(present);
    List<AgentStatus> gone = List.of(status(BE, false));
    assertThat(list(gone, List.of(), works(Kind.WORKING, NOON))).isSameAs(gone);
  }

  @Test
  void agentWhoseHooksReport_isThere_untilItsReportIsOld() {
    Instant soon = NOON.plusSeconds(1);
    List<ActingAgent> fresh = List.of(ActingAgent.reported(BE, soon, LATER.plusMillis(1)));
    AgentStatus there = new AgentStatus(BE, true, List.of(), soon);
    assertThat(list(List.of(), fresh, Map.of())).containsExactly(there);
    assertThat(list(List.of(status(BE, false)), fresh, Map.of())).containsExactly(there);
    List<ActingAgent> old = List.of(ActingAgent.reported(BE, NOON, LATER));
    assertThat(list(List.of(), old, Map.of())).containsExactly(status(BE, false));
  }

  /** A killed client is gone with its presence, though its last hook is not long ago. */
  @Test
  void reportFromBeforeTheEndOfAConnection_countsNoMore() {
    List<ActingAgent> before = List.of(ActingAgent.reported(BE, NOON, LATER.plusSeconds(60)));
    assertThat(list(List.of(status(BE, false)), before, Map.of()))
        .containsExactly(status(BE, false));
  }

  @Test
  void oldReport_countsLessThanAHeldTask_andThanTheConnectionOfAnother() {
    ActingAgent old = ActingAgent.reported(BE, NOON, NOON);
    assertThat(list(List.of(), List.of(old), works(Kind.WORKING, NOON)))
        .containsExactly(status(BE, true));
    AgentStatus here = status(BRIDGE, true);
    List<ActingAgent> both = List.of(ActingAgent.through(BE, BRIDGE, LATER), old);
    assertThat(list(List.of(here), both, Map.of()))
        .containsExactly(new AgentStatus(BE, true, List.of(), LATER), here);
  }

  @Test
  void agentOfAnotherNode_isThere_whileItHoldsATask_andListedForADay() {
    assertThat(list(List.of(), List.of(), works(Kind.WORKING, NOON)))
        .containsExactly(status(BE, true));
    assertThat(list(List.of(), List.of(), works(Kind.DONE, NOON)))
        .containsExactly(status(BE, false));
    Instant before = LATER.minus(Duration.ofDays(1)).minusMillis(1);
    assertThat(list(List.of(), List.of(), works(Kind.DONE, before))).isEmpty();
    assertThat(list(List.of(), List.of(), works(Kind.WORKING, before))).hasSize(1);
  }
}
