package dev.parley.war.wake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.engine.ParleyBuilder;
import dev.parley.id.AgentId;
import dev.parley.id.WorkspaceId;
import dev.parley.war.wake.ActingAgents.ActingAgent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ActingAgentsTest {
  private static final AgentId BE = AgentId.of("be");
  private static final AgentId FE = AgentId.of("fe");

  private final Parley parley = ParleyBuilder.builder().inMemory().build();
  private final Connection bridge = parley.connect(ConnectOptions.of("bridge"));
  private final SettableClock clock = new SettableClock();
  private final ActingAgents all = new ActingAgents(clock);

  @AfterEach
  void close() {
    parley.close();
  }

  private List<ActingAgent> here() {
    return all.of(WorkspaceId.DEFAULT);
  }

  @Test
  void calls_areNoted_andOneMoreAgentIsReported() {
    List<WorkspaceId> reported = new ArrayList<>();
    all.onChange(reported::add);
    all.note(bridge, BE);
    clock.advance(Duration.ofSeconds(1));
    all.note(bridge, BE);
    all.note(bridge, FE);
    assertThat(here())
        .containsExactlyInAnyOrder(
            ActingAgent.through(BE, bridge.agent(), clock.instant()),
            ActingAgent.through(FE, bridge.agent(), clock.instant()));
    assertThat(reported).containsExactly(WorkspaceId.DEFAULT, WorkspaceId.DEFAULT);
  }

  @Test
  void connectionThatEnds_takesThoseWithIt_thatUsedItLast() {
    Connection other = parley.connect(ConnectOptions.of("other"));
    all.note(bridge, BE);
    all.note(bridge, FE);
    all.note(other, FE);
    all.remove(bridge);
    assertThat(here()).extracting(ActingAgent::agent).containsExactly(FE);
    all.remove(other);
    assertThat(here()).isEmpty();
  }

  @Test
  void otherWorkspace_knowsNothingOfThem() {
    all.note(bridge, BE);
    assertThat(all.of(new WorkspaceId("there"))).isEmpty();
  }

  @Test
  void agents_areBounded_andThoseThatLeaveMakeRoom() {
    for (int i = 0; i < ActingAgents.MAX_AGENTS; i++) {
      all.note(bridge, AgentId.of("agent" + i));
    }
    all.note(bridge, BE);
    assertThat(here()).hasSize(ActingAgents.MAX_AGENTS);
    all.remove(bridge);
    all.note(bridge, BE);
    assertThat(here()).hasSize(1);
  }
}
