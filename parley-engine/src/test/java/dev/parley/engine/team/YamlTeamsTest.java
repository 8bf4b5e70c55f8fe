package dev.parley.engine.team;

import static dev.parley.engine.team.TeamFiles.SESSION;
import static dev.parley.engine.team.TeamFiles.ids;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.AtOnce;
import dev.parley.id.SessionId;
import dev.parley.id.WorkspaceId;
import dev.parley.problem.Refusals;
import dev.parley.problem.TeamUnusable;
import dev.parley.team.Persona;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class YamlTeamsTest {
  private static final String ONE =
      "agents:\n  a: {name: %s, emoji: A, tools: [], systemPrompt: Hi.}\n";

  private Path home;
  private TeamFiles files;

  @BeforeEach
  void inAnEmptyFolder(@TempDir Path folder) {
    home = folder;
    files = new TeamFiles(folder);
  }

  @Test
  void pool_unchanged_isKept() {
    files.pool(ONE.formatted("One"));
    assertThat(files.loadPool()).isSameAs(files.loadPool());
  }

  @Test
  void pool_changedToTheSameLengthAtTheSameTime_isReadAgain() throws Exception {
    files.pool(ONE.formatted("One"));
    Path pool = home.resolve("agents.pool.yml");
    FileTime time = Files.getLastModifiedTime(pool);
    assertThat(files.ofPool("a").name()).isEqualTo("One");
    files.pool(ONE.formatted("Two"));
    Files.setLastModifiedTime(pool, time);
    assertThat(files.ofPool("a").name()).isEqualTo("Two");
  }

  @Test
  void pool_broken_isReadAgainOnceItIsMended() throws Exception {
    files.pool("agents: [");
    assertThat(files.refusedPool().line()).isPresent();
    files.pool(ONE.formatted("One"));
    assertThat(files.ofPool("a").name()).isEqualTo("One");
    Files.delete(home.resolve("agents.pool.yml"));
    assertThat(files.refusedPool().message()).startsWith("No agent pool configured.");
  }

  @Test
  void team_unchanged_isKeptUntilItOrThePoolChanges() {
    files.pool(ONE.formatted("One")).team("agents:\n  a:\n");
    List<Persona> team = files.loadTeam();
    assertThat(files.loadTeam()).isSameAs(team);
    files.pool(ONE.formatted("Two"));
    assertThat(files.ofTeam("a").name()).isEqualTo("Two");
    files.team("agents:\n  a: {name: Three}\n");
    assertThat(files.ofTeam("a").name()).isEqualTo("Three");
  }

  @Test
  void teams_ofManySessions_areKeptApart() {
    YamlTeams teams = new YamlTeams(home, WorkspaceId.DEFAULT, TeamFiles.TOOLS);
    for (int i = 0; i < 100; i++) {
      files.write("session-agents-n" + i + ".yml", ONE.formatted("N" + i));
    }
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 100; i++) {
        assertThat(teams.team(new SessionId("n" + i)).get(0).name()).isEqualTo("N" + i);
      }
    }
  }

  @Test
  void workspace_otherThanDefault_hasAFolderOfItsOwn() {
    YamlTeams teams = new YamlTeams(home, new WorkspaceId("acme"), TeamFiles.TOOLS);
    files.pool(ONE.formatted("One"));
    TeamUnusable refusal = (TeamUnusable) Refusals.refused(teams::pool);
    assertThat(refusal.file()).contains("workspaces/acme/agents.pool.yml");
    assertThat(refusal.message()).contains("Create workspaces/acme/agents.pool.yml in");
    files.write("workspaces/acme/agents.pool.yml", ONE.formatted("Two"));
    files.write("workspaces/acme/session-agents-s1.yml", "agents:\n  a:\n");
    assertThat(teams.team(SESSION).get(0).name()).isEqualTo("Two");
    assertThat(files.ofPool("a").name()).isEqualTo("One");
  }

  @Test
  void home_thatIsAbsent_holdsNothing() {
    YamlTeams teams = new YamlTeams(home.resolve("absent"), WorkspaceId.DEFAULT, TeamFiles.TOOLS);
    assertThat(Refusals.refused(teams::pool).message()).startsWith("No agent pool configured.");
  }

  @Test
  void file_atTheBound_passesAndOnePastItNot() {
    String text = ONE.formatted("One") + "#";
    files.pool(text + "x".repeat(HomeFile.MAX_BYTES - text.length()));
    assertThat(ids(files.loadPool())).containsExactly("a");
    files.pool(text + "x".repeat(HomeFile.MAX_BYTES - text.length() + 1));
    assertThat(files.refusedPool().message())
        .isEqualTo("agents.pool.yml has more than 1048576 bytes, which is the limit");
  }

  @Test
  void file_thatIsAFolder_isRefused() throws Exception {
    Files.createDirectory(home.resolve("agents.pool.yml"));
    assertThat(files.refusedPool().message()).isEqualTo("agents.pool.yml is no file");
  }

  @Test
  void file_inAnotherEncoding_isRefused() throws Exception {
    Files.write(
        home.resolve("agents.pool.yml"),
        ONE.formatted("Ren\u00e9").getBytes(StandardCharsets.ISO_8859_1));
    assertThat(files.refusedPool().message()).isEqualTo("agents.pool.yml is not written in UTF-8");
  }

  @Test
  void file_withAByteOrderMark_isReadWithoutIt() {
    files.pool("\uFEFF" + ONE.formatted("One"));
    assertThat(ids(files.loadPool())).containsExactly("a");
  }

  @Test
  void team_askedByManyAtOnce_isTheSameForAll() throws Exception {
    files.pool(ONE.formatted("One")).team("agents:\n  a:\n  b: {extends: a}\n");
    YamlTeams teams = new YamlTeams(home, WorkspaceId.DEFAULT, TeamFiles.TOOLS);
    List<List<Persona>> answers = AtOnce.run(8, index -> teams.team(SESSION));
    assertThat(answers).allMatch(answer -> answer == answers.get(0));
  }
}
