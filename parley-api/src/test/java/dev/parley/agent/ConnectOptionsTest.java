package dev.parley.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import dev.parley.id.WorkspaceId;
import org.junit.jupiter.api.Test;

class ConnectOptionsTest {

  @Test
  void in_anotherWorkspace_keepsTheAgent() {
    WorkspaceId other = new WorkspaceId("other");
    assertThat(ConnectOptions.of("alice").workspace()).isEqualTo(WorkspaceId.DEFAULT);
    assertThat(ConnectOptions.of("alice").in(other).workspace()).isEqualTo(other);
    assertThat(ConnectOptions.of("alice").in(other).agent()).contains(new AgentId("alice"));
    assertThat(ConnectOptions.anonymous().in(other).agent()).isEmpty();
  }

  @Test
  void agent_hasNoTraitUnlessItIsSaid() {
    assertThat(ConnectOptions.of("alice").traits()).isEmpty();
    assertThat(ConnectOptions.of("alice").asVerified().traits())
        .containsExactly(ConnectionTrait.VERIFIED);
  }

  @Test
  void traits_addUp_andStayWithTheOtherOptions() {
    ConnectOptions ann =
        ConnectOptions.of("ann")
            .showingPushes()
            .observing()
            .asPerson()
            .asLead()
            .asVerified()
            .asVerified()
            .withoutSessionMessages()
            .in(new WorkspaceId("other"))
            .during(new SessionId("run"));
    assertThat(ann.traits()).containsExactlyInAnyOrder(ConnectionTrait.values());
    assertThat(ann.agent()).contains(new AgentId("ann"));
    assertThat(ann.workspace()).isEqualTo(new WorkspaceId("other"));
    assertThat(ann.session()).contains(new SessionId("run"));
    assertThat(ann.has(ConnectionTrait.LEADS)).isTrue();
    assertThat(ConnectOptions.of("ann").asLead().has(ConnectionTrait.VERIFIED)).isFalse();
  }
}
