package dev.parley.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.WorkspaceId;
import org.junit.jupiter.api.Test;

class IntroductionTest {

  @Test
  void in_anotherWorkspace_keepsTheAgent() {
    WorkspaceId other = new WorkspaceId("other");
    assertThat(Introduction.of("alice").workspace()).isEqualTo(WorkspaceId.DEFAULT);
    assertThat(Introduction.of("alice").in(other).workspace()).isEqualTo(other);
    assertThat(Introduction.of("alice").in(other).agent()).contains(new AgentId("alice"));
    assertThat(Introduction.anonymous().in(other).agent()).isEmpty();
  }
}
