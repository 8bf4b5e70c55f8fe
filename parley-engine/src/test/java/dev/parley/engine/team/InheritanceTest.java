package dev.parley.engine.team;

import static dev.parley.engine.team.TeamFiles.ids;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.id.AgentId;
import dev.parley.problem.TeamUnusable;
import dev.parley.team.Persona;
import dev.parley.team.TaskHooks;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InheritanceTest {
  private static final String FE =
      """
      agents:
        fe:
          name: Front
          emoji: F
          description: pages
          tags: [code]
          tools: [send_message]
          systemPrompt: Build pages.
          hooks: {before_task: make lint}
          validate_prompt: Does it render?
          review_checklist: Is it fast?
      """;

  private TeamFiles files;

  @BeforeEach
  void inAnEmptyFolder(@TempDir Path home) {
    files = new TeamFiles(home);
  }

  @Test
  void extends_inTheSameFile_inheritsWhatItDoesNotSay() {
    files.pool(FE + "  fe2: {extends: fe, name: Second, tools: [get_messages]}\n");
    Persona heir = files.ofPool("fe2");
    Persona base = files.ofPool("fe");
    assertThat(heir.name()).isEqualTo("Second");
    assertThat(heir.tools()).containsExactly("get_messages");
    assertThat(heir.basePersona()).contains(new AgentId("fe"));
    assertThat(heir.emoji()).isEqualTo("F");
    assertThat(heir.description()).isEqualTo(base.description());
    assertThat(heir.tags()).isEqualTo(base.tags());
    assertThat(heir.systemPrompt()).isEqualTo(base.systemPrompt());
    assertThat(heir.hooks()).isEqualTo(base.hooks());
    assertThat(heir.validatePrompt()).isEqualTo(base.validatePrompt());
    assertThat(heir.reviewChecklist()).isEqualTo(base.reviewChecklist());
  }

  @Test
  void extends_ofWhatStandsFurtherDown_resolves() {
    files.pool("agents:\n  c: {extends: b}\n  b: {extends: fe, name: B}\n" + FE.substring(8));
    assertThat(ids(files.loadPool())).containsExactly("fe", "c", "b");
    assertThat(files.ofPool("c").name()).isEqualTo("B");
    assertThat(files.ofPool("c").basePersona()).contains(new AgentId("b"));
    assertThat(files.ofPool("c").emoji()).isEqualTo("F");
  }

  @Test
  void extends_inACircle_isRefused() {
    files.pool(FE + "  a: {extends: b}\n  b: {extends: c}\n  c: {extends: a}\n");
    TeamUnusable refusal = files.refusedPool();
    assertThat(refusal.message())
        .isEqualTo("agents.pool.yml, line 12: extends runs in a circle: a, b, c, a");
    assertThat(refusal.line()).contains(12);
  }

  @Test
  void extends_ofItselfInThePool_isNotFound() {
    files.pool(FE + "  a: {extends: a}\n");
    assertThat(files.refusedPool().message())
        .isEqualTo("agents.pool.yml, line 12: extends target \"a\" not found or is disabled");
  }

  @Test
  void extends_ofItselfInATeam_meansThePools() {
    files.pool(FE).team("agents:\n  fe: {extends: fe, name: Mine}\n");
    assertThat(files.ofTeam("fe").name()).isEqualTo("Mine");
    assertThat(files.ofTeam("fe").emoji()).isEqualTo("F");
    assertThat(files.ofTeam("fe").basePersona()).contains(new AgentId("fe"));
  }

  @Test
  void extends_ofADisabledOne_isNotFound() {
    files.pool(FE.replace("    name:", "    disabled: true\n    name:") + "  a: {extends: fe}\n");
    assertThat(files.refusedPool().message())
        .endsWith("extends target \"fe\" not found or is disabled");
  }

  @Test
  void extends_ofNobodyInATeam_saysThatThePoolWasSearched() {
    files.pool(FE).team("agents:\n  a: {extends: nobody}\n");
    TeamUnusable refusal = files.refusedTeam();
    assertThat(refusal.message())
        .isEqualTo(
            "session-agents-s1.yml, line 2: extends target \"nobody\" not found or is disabled"
                + " (searched current file and pool)");
    assertThat(refusal.file()).contains("session-agents-s1.yml");
  }

  @Test
  void extends_ofATeamMate_comesBeforeThePools() {
    files.pool(FE).team("agents:\n  a: {extends: fe}\n  fe: {name: Mine}\n");
    assertThat(files.ofTeam("a").name()).isEqualTo("Mine");
    assertThat(ids(files.loadTeam())).containsExactly("fe", "a");
  }

  @Test
  void extends_withUnknownTools_isRefusedLikeAnyOther() {
    files.pool(FE + "  a: {extends: fe, tools: [rm]}\n");
    assertThat(files.refusedPool().message()).contains("agent \"a\" lists unknown tools: rm.");
  }

  @Test
  void extends_withABlankName_isRefusedLikeAnyOther() {
    files.pool(FE + "  a: {extends: fe, name: ''}\n");
    assertThat(files.refusedPool().message())
        .contains("agent \"a\" is missing required fields")
        .endsWith("It lacks name.");
  }

  @Test
  void team_plainEntryOfThePool_keepsAllOfIt() {
    files.pool("language: German\n" + FE).team("agents:\n  fe:\n");
    Persona fe = files.ofTeam("fe");
    assertThat(fe.name()).isEqualTo("Front");
    assertThat(fe.description()).contains("pages");
    assertThat(fe.tags()).containsExactly("code");
    assertThat(fe.hooks()).isEqualTo(new TaskHooks(List.of("make lint"), List.of()));
    assertThat(fe.validatePrompt()).contains("Does it render?");
    assertThat(fe.reviewChecklist()).contains("Is it fast?");
    assertThat(fe.language()).contains("German");
    assertThat(fe.systemPrompt()).endsWith("Build pages.");
    assertThat(fe.basePersona()).isEmpty();
  }

  @Test
  void team_entryOfNoPool_standsOnItsOwn() {
    files.team("agents:\n  a: {name: A, emoji: A, tools: [], systemPrompt: Hi.}\n");
    assertThat(files.ofTeam("a").systemPrompt()).isEqualTo("Hi.");
    files.team("agents:\n  a: {name: A, emoji: A, tools: []}\n");
    assertThat(files.refusedTeam().message()).endsWith("It lacks systemPrompt.");
  }

  @Test
  void team_onABrokenPool_isRefusedForThePool() {
    files.pool("agents: [").team("agents:\n  fe:\n");
    assertThat(files.refusedTeam().file()).contains("agents.pool.yml");
  }

  @Test
  void team_thatSaysNothing_hasNobody() {
    files.team("");
    assertThat(files.loadTeam()).isEmpty();
  }

  @Test
  void team_absent_saysToComposeOne() {
    assertThat(files.refusedTeam().message())
        .isEqualTo(
            "Session agents file not found: session-agents-s1.yml"
                + ". Write it into Parley's home folder: below 'agents:' a line"
                + " 'NAME: {extends: PERSONA}' for each agent of the session");
  }

  @Test
  void team_malformed_saysWhereAndNotThatItIsAbsent() {
    files.team("agents:\n  a: {name: A\n  b: {}\n");
    TeamUnusable refusal = files.refusedTeam();
    assertThat(refusal.message())
        .startsWith("session-agents-s1.yml, line 3: ")
        .doesNotContain("not found");
    assertThat(refusal.line()).contains(3);
  }

  @Test
  void hooks_asText_areAListOfOne() {
    files.pool(FE);
    assertThat(files.ofPool("fe").hooks())
        .isEqualTo(new TaskHooks(List.of("make lint"), List.of()));
  }

  @Test
  void hooks_saidAnew_replaceAllOfTheBases() {
    files.pool(FE + "  a: {extends: fe, hooks: {after_task: [x, y]}}\n");
    assertThat(files.ofPool("a").hooks()).isEqualTo(new TaskHooks(List.of(), List.of("x", "y")));
  }

  @Test
  void hooks_false_areNone() {
    files.pool(FE + "  a: {extends: fe, hooks: false}\n");
    assertThat(files.ofPool("a").hooks()).isEqualTo(TaskHooks.NONE);
    files.team("agents:\n  fe: {hooks: {before_task: false}}\n");
    assertThat(files.ofTeam("fe").hooks()).isEqualTo(TaskHooks.NONE);
  }

  @Test
  void hooks_ofAnotherType_areRefused() {
    files.pool(FE.replace("before_task: make lint", "before_task: [make, 3]"));
    assertThat(files.refusedPool().message())
        .isEqualTo(
            "agents.pool.yml, line 9: hooks.before_task must be a string or array of strings,"
                + " got: [\"make\",3]");
    files.pool(FE.replace("{before_task: make lint}", "true"));
    assertThat(files.refusedPool().message())
        .endsWith("hooks must be false or a map of before_task and after_task, got: true");
  }
}
