package dev.parley.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class CompletionMainTest {
  private static final Path BASH = Path.of("/bin/bash");

  /** Fills in the variables that bash has during a completion, and prints the candidates. */
  private static final String COMPLETE =
      """
      source "$1"
      shift
      COMP_WORDS=("$@")
      COMP_CWORD=$(($# - 1))
      COMP_LINE="$*"
      _complete_parley
      printf '%s\\n' "${COMPREPLY[@]}"
      """;

  @TempDir Path folder;

  private static String script(String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    CommandLine line = new CommandLine(new CompletionMain(new PrintStream(out, true, UTF_8)));
    assertThat(line.execute(args)).isZero();
    return out.toString(UTF_8);
  }

  @Test
  void script_isForTheCommandParley_inBothShells() {
    assertThat(script("bash"))
        .startsWith("#!/usr/bin/env bash")
        .contains("complete -F _complete_parley")
        .isEqualTo(script("zsh"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"fish", "Bash", ""})
  void otherShells_areRefused(String shell) {
    CommandLine line = new CommandLine(new CompletionMain(System.out));
    StringBuilder said = new StringBuilder();
    line.setParameterExceptionHandler(
        (mistake, args) -> {
          new Mistakes("completion").lines(mistake).forEach(said::append);
          return 2;
        });
    assertThat(line.execute(shell)).isEqualTo(2);
    assertThat(said).contains("the shell must be bash or zsh, not " + shell);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "parley se | serve service setup",
        "parley w | watch wake-test",
        "parley serve --po | --port --post-topics",
        "parley config --js | --json",
        "parley mcp --to | --token-file --tools",
        "parley mcp --urgent p | people",
        "parley token create --kind a | agent admin",
        "parley doctor --client c | claude codex",
        "parley setup --scope u | user",
        "parley token r | rotate revoke",
        "parley service un | uninstall",
        "parley service --init l | launchd",
        "parley setup cl | claude",
        "parley completion z | zsh"
      })
  void bash_completes(String typed, String expected) throws Exception {
    assumeTrue(Files.isExecutable(BASH), "there is no bash");
    assertThat(completed(typed)).containsExactlyInAnyOrder(expected.split(" ", -1));
  }

  private List<String> completed(String typed) throws Exception {
    Path script = Files.writeString(folder.resolve("parley_completion"), script("bash"));
    ProcessBuilder bash =
        new ProcessBuilder(BASH.toString(), "-c", COMPLETE, "bash", script.toString());
    bash.command().addAll(List.of(typed.split(" ", -1)));
    // outside of a real completion, bash complains that there is none
    Process process = bash.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String out = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    return out.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
  }
}
