package dev.parley.war.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.Parley;
import dev.parley.engine.ParleyBuilder;
import dev.parley.engine.config.Limits;
import dev.parley.id.WorkspaceId;
import dev.parley.problem.ParleyException;
import dev.parley.problem.ProblemCode;
import dev.parley.war.guard.GuardLimits;
import dev.parley.war.guard.LoopGuards;
import dev.parley.war.login.People;
import dev.parley.war.wake.Desks;
import dev.parley.war.wake.WakeServices;
import dev.parley.war.wake.WakeTests;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The feeds of the workspaces that people and programs ask for. */
class FeedsTest {
  private static final WorkspaceId RED = new WorkspaceId("red");

  private final List<WorkspaceId> made = new ArrayList<>();

  private Feed feed(Parley parley, WorkspaceId workspace) {
    made.add(workspace);
    Desks desks = new Desks(new LoopGuards(GuardLimits.DEFAULT));
    return new Feed(
        () -> parley, workspace, new People(), new WakeServices(desks, new WakeTests()), 10);
  }

  /** A program may name any workspace where no credential is needed. */
  @Test
  void observer_ofAWorkspaceThatIsNotAdmitted_leavesNoFeed() {
    try (Parley full =
        ParleyBuilder.builder().inMemory().limits(Limits.DEFAULT.withWorkspaces(1)).build()) {
      Feeds feeds = new Feeds(workspace -> feed(full, workspace));
      assertThat(feeds.observer(WorkspaceId.DEFAULT)).isSameAs(feeds.observer(WorkspaceId.DEFAULT));
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(() -> feeds.observer(RED))
            .isInstanceOfSatisfying(
                ParleyException.class,
                refused ->
                    assertThat(refused.problem().code()).isEqualTo(ProblemCode.LIMIT_REACHED));
      }
      assertThat(made).containsExactly(WorkspaceId.DEFAULT, RED, RED);
      feeds.close();
    }
  }
}
