package dev.parley.war.wake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.id.AgentId;
import dev.parley.id.WorkspaceId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AgentActivitiesTest {
  private static final WorkspaceId HERE = WorkspaceId.DEFAULT;
  private static final AgentId ALICE = AgentId.of("alice");
  private static final AgentId BOB = AgentId.of("bob");

  private final SettableClock clock = new SettableClock();
  private final AgentActivities all = new AgentActivities(clock);

  @Test
  void sameToolOnTheSameFile_keepsItsBeginning() {
    Instant begun = clock.instant();
    note(ALICE, "Edit", "/a/One.java");
    clock.advance(Duration.ofSeconds(30));
    note(ALICE, "Edit", "/a/One.java");
    note(ALICE, "", "");
    assertThat(all.of(HERE, ALICE))
        .contains(new AgentActivity(AgentActivity.State.WORKING, "Edit", "One.java", begun));
    note(ALICE, "Bash", "");
    assertThat(all.of(HERE, ALICE))
        .contains(new AgentActivity(AgentActivity.State.WORKING, "Bash", "", clock.instant()));
  }

  @Test
  void otherActivity_isReported_andTheSameIsNot() {
    List<WorkspaceId> reported = new ArrayList<>();
    all.onChange(reported::add);
    note(ALICE, "", "");
    assertThat(reported).hasSize(1);
    note(ALICE, "Bash", "");
    assertThat(reported).hasSize(2);
    note(ALICE, "Bash", "");
    assertThat(reported).hasSize(2);
    all.idle(HERE, ALICE);
    all.idle(HERE, ALICE);
    assertThat(reported).containsExactly(HERE, HERE, HERE);
  }

  @Test
  void workThatShowsNoSign_isUnknown_idlenessIsNot() {
    note(ALICE, "Bash", "");
    note(BOB, "Bash", "");
    all.idle(HERE, BOB);
    clock.advance(AgentActivities.SILENCE);
    assertThat(all.of(HERE, ALICE)).isPresent();
    clock.advance(Duration.ofSeconds(1));
    assertThat(all.of(HERE, ALICE)).isEmpty();
    assertThat(all.of(HERE, BOB)).isPresent();
  }

  @Test
  void otherWorkspace_knowsNothingOfIt() {
    note(ALICE, "Edit", "/a");
    WorkspaceId there = new WorkspaceId("there");
    assertThat(all.of(there, ALICE)).isEmpty();
    assertThat(all.editByAnother(there, BOB, "/a")).isEmpty();
    assertThat(all.editByAnother(HERE, BOB, "/a")).isPresent();
  }

  @Test
  void files_areBounded_andTheOldestIsDropped() {
    for (int i = 0; i < AgentActivities.MAX_FILES; i++) {
      note(ALICE, "Edit", "/file" + i);
    }
    assertThat(all.editByAnother(HERE, BOB, "/file0")).isPresent();
    note(ALICE, "Edit", "/file0");
    note(ALICE, "Edit", "/one-more");
    assertThat(all.editByAnother(HERE, BOB, "/file1")).isEmpty();
    assertThat(all.editByAnother(HERE, BOB, "/file0")).isPresent();
  }

  @Test
  void agents_areBounded_andOneThatLeavesMakesRoom() {
    for (int i = 0; i < AgentActivities.MAX_AGENTS; i++) {
      note(AgentId.of("agent" + i), "Bash", "");
    }
    AgentId last = AgentId.of("agent" + (AgentActivities.MAX_AGENTS - 1));
    assertThat(all.of(HERE, last)).isPresent();
    note(ALICE, "Bash", "");
    assertThat(all.of(HERE, ALICE)).isEmpty();
    all.remove(HERE, last);
    all.remove(HERE, last);
    note(ALICE, "Bash", "");
    assertThat(all.of(HERE, ALICE)).isPresent();
    note(BOB, "Bash", "");
    assertThat(all.of(HERE, BOB)).isEmpty();
  }

  private void note(AgentId agent, String tool, String file) {
    all.working(
        HERE,
        agent,
        new HookEvent(
            "PostToolUse", HookDialect.CLAUDE, tool, file, false, EditGuard.Mode.NOTE, true));
  }
}
