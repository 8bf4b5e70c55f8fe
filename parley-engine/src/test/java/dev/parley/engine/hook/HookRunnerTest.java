package dev.parley.engine.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import dev.parley.id.TaskId;
import dev.parley.problem.HookFailed;
import dev.parley.team.TaskHooks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisabledOnOs(OS.WINDOWS)
class HookRunnerTest {
  private static final HookContext OCCASION =
      new HookContext(new SessionId("s1"), new AgentId("fe"), new TaskId("task-1"));
  private static final HookLimits LONG =
      new HookLimits(Duration.ofSeconds(60), Duration.ofSeconds(60), Duration.ofSeconds(5));

  @TempDir private Path directory;

  @Test
  void off_startsNothing() {
    HookResult outcome = before(HookMode.OFF, "touch made");
    assertThat(outcome).isEqualTo(new HookResult(true, "before_task", "", "0", ""));
    assertThat(directory.resolve("made")).doesNotExist();
  }

  @Test
  void none_succeeds() {
    assertThat(before(HookMode.SHELL).ok()).isTrue();
    assertThat(before(HookMode.SHELL).problem()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = HookMode.class,
      names = {"ON", "SHELL"})
  void command_runsInItsFolderWithItsWords(HookMode policy) throws Exception {
    assertThat(before(policy, "touch 'a file' b").ok()).isTrue();
    try (var made = Files.list(directory)) {
      assertThat(made.map(path -> path.getFileName().toString()))
          .containsExactlyInAnyOrder("a file", "b");
    }
  }

  @Test
  void on_isNoShell() {
    HookResult outcome = before(HookMode.ON, "echo $HOME && touch made; echo `id` > made");
    assertThat(outcome.output()).isEqualTo("$HOME && touch made; echo `id` > made");
    assertThat(directory.resolve("made")).doesNotExist();
  }

  @Test
  void shell_isOne() {
    assertThat(before(HookMode.SHELL, "echo a | tr a b && exit 3"))
        .isEqualTo(new HookResult(false, "before_task", "echo a | tr a b && exit 3", "3", "b"));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 42, 255})
  void exit_isTheCommands(int code) {
    HookResult outcome = before(HookMode.SHELL, "exit " + code);
    assertThat(outcome.exit()).isEqualTo(String.valueOf(code));
    assertThat(outcome.ok()).isEqualTo(code == 0);
  }

  @Test
  void commands_stopAtTheFirstThatFails() {
    HookResult outcome =
        after(HookMode.SHELL, "echo one >> log", "echo two >> log; exit 7", "echo three >> log");
    assertThat(directory.resolve("log")).hasContent("one\ntwo\n");
    assertThat(outcome.problem())
        .contains(new HookFailed("after_task", "echo two >> log; exit 7", "7", ""));
  }

  @Test
  void commands_thatSucceed_answerTheLast() {
    HookResult outcome = after(HookMode.SHELL, "echo one", "echo two");
    assertThat(outcome).isEqualTo(new HookResult(true, "after_task", "echo two", "0", "two"));
  }

  @Test
  void output_isBothStreamsTrimmedAndCut() {
    assertThat(before(HookMode.SHELL, "echo; echo out; echo err >&2; echo").output())
        .isEqualTo("out\nerr");
    assertThat(before(HookMode.SHELL, "yes | head -c 5000").output())
        .hasSizeLessThanOrEqualTo(2_015)
        .endsWith("...[truncated]");
  }

  @Test
  void environment_isFewOfOursAndWhoItIsFor() {
    String output = before(HookMode.ON, "env").output();
    assertThat(output.lines())
        .contains(
            "PARLEY_AGENT_ID=fe",
            "PARLEY_TASK_ID=task-1",
            "PARLEY_SESSION_ID=s1",
            "RELAY_AGENT_ID=fe",
            "RELAY_TASK_ID=task-1",
            "RELAY_SESSION_ID=s1")
        .allMatch(
            line ->
                line.matches(
                    "(PARLEY|RELAY)_(AGENT|TASK|SESSION)_ID=.*|(PATH|HOME|LANG|TMPDIR)=.*"));
  }

  @Test
  void input_hasNothingInIt() {
    assertThat(before(HookMode.ON, "cat").ok()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  \n"})
  void command_thatIsEmpty_failsToSpawn(String command) {
    assertThat(before(HookMode.ON, command))
        .isEqualTo(new HookResult(false, "before_task", command, "127", "Failed to spawn hook"));
  }

  @Test
  void command_thatIsAbsent_failsToSpawn() {
    assertThat(before(HookMode.ON, "no-such-program --now"))
        .isEqualTo(
            new HookResult(
                false,
                "before_task",
                "no-such-program --now",
                "127",
                "Failed to spawn hook: see that no-such-program is there and may be run"));
    HookResult byShell = before(HookMode.SHELL, "no-such-program --now");
    assertThat(byShell.exit()).isEqualTo("127");
    assertThat(byShell.output()).contains("not found");
  }

  @Test
  void command_thatCannotBeOne_failsToSpawn() {
    assertThat(before(HookMode.ON, "echo 'a").output())
        .isEqualTo("Failed to spawn hook: a quote is not closed");
    assertThat(before(HookMode.ON, "echo \0").ok()).isFalse();
    assertThat(before(HookMode.ON, "''").ok()).isFalse();
  }

  @Test
  void folder_thatIsAbsent_failsToSpawn() {
    HookRunner runner = new HookRunner(HookMode.ON, directory.resolve("absent"), LONG);
    HookResult outcome = runner.beforeTask(new TaskHooks(List.of("env"), List.of()), OCCASION);
    assertThat(outcome.exit()).isEqualTo("127");
  }

  @Test
  void beside_runsInTheFolderOfTheHome() throws Exception {
    HookRunner runner = HookRunner.beside(directory.resolve(".parley"), HookMode.ON);
    HookResult outcome = runner.beforeTask(new TaskHooks(List.of("pwd"), List.of()), OCCASION);
    assertThat(outcome.output()).isEqualTo(directory.toRealPath().toString());
  }

  private HookResult before(HookMode policy, String... commands) {
    return new HookRunner(policy, directory, LONG)
        .beforeTask(new TaskHooks(List.of(commands), List.of("exit 99")), OCCASION);
  }

  private HookResult after(HookMode policy, String... commands) {
    return new HookRunner(policy, directory, LONG)
        .afterTask(new TaskHooks(List.of("exit 99"), List.of(commands)), OCCASION);
  }
}
