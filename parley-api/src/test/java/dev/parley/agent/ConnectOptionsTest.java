package dev.parley.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.id.AgentId;
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
}
