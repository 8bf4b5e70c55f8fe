package dev.parley.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SetupOptionsTest {
  @TempDir Path folder;

  private static void refused(String words, String message) {
    assertThatThrownBy(() -> SetupOptions.of(words.isEmpty() ? new String[0] : words.split(" ")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void words_inAnyOrder_areRead() {
    SetupOptions options =
        SetupOptions.of("--scope=project", "gemini", "--url", "https://h:1/p", "--agent", "ann");
    assertThat(options)
        .isEqualTo(
            new SetupOptions(
                SetupClient.GEMINI,
                "project",
                SetupOptions.Action.INSTALL,
                Optional.of("https://h:1/p"),
                Optional.of("ann"),
                Optional.empty(),
                Optional.empty(),
                false));
    assertThat(SetupOptions.of("codex", "--approve-tools").approve()).isTrue();
    assertThat(SetupOptions.of("claude", "--remove").action())
        .isEqualTo(SetupOptions.Action.REMOVE);
    assertThat(SetupOptions.of("claude", "--print").action()).isEqualTo(SetupOptions.Action.PRINT);
  }

  @Test
  void files_ofNoUseToTheBridge_areRefused() throws IOException {
    Path absent = folder.resolve("absent");
    refused("claude --token-file " + absent, "the token file " + absent + " does not exist");
    refused("claude --ca " + absent, "--ca " + absent + " does not exist");
    refused("claude --token secret", "unknown option --token");
    Path empty = Files.writeString(folder.resolve("empty"), "");
    refused("claude --ca " + empty, "has no certificate");
  }

  @Test
  void words_thatCannotBeMeant_areRefused() {
    refused("", "needs a client");
    refused("emacs", "unknown client emacs; known are claude, codex, gemini, cursor and vscode");
    refused("claude codex", "unknown option codex");
    refused("claude --force", "unknown option --force");
    refused("claude --scope", "--scope needs a value");
    refused("codex --scope project", "for Codex, --scope is user, not project");
    refused("gemini --scope local", "for Gemini CLI, --scope is user or project, not local");
    refused("cursor --approve-tools", "--approve-tools is for Codex alone");
    refused("claude --url ftp://h", "--url is an http or https address");
    refused("claude --url http://u:p@h", "no user");
    refused("claude --agent " + "a".repeat(65), "--agent is a name of 1 to 64");
    assertThat(SetupOptions.of("claude", "--agent", "a".repeat(64)).agent()).isPresent();
    assertThatThrownBy(() -> SetupOptions.of("claude", "--agent", "a b"))
        .hasMessageContaining("without blanks");
  }
}
