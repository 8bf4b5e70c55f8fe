package dev.parley.setup;

import java.util.List;
import java.util.Locale;

/** The clients that the setup knows, with the scopes that each has. */
enum SetupClient {
  CLAUDE("Claude Code", List.of("user", "project", "local")),
  CODEX("Codex", List.of("user")),
  GEMINI("Gemini CLI", List.of("user", "project")),
  CURSOR("Cursor", List.of("user", "project")),
  VSCODE("VS Code", List.of("user", "project"));

  private final String title;
  private final List<String> scopes;

  SetupClient(String title, List<String> scopes) {
    this.title = title;
    this.scopes = scopes;
  }

  /** The client of this word of the command line. */
  static SetupClient of(String word) {
    for (SetupClient client : values()) {
      if (client.word().equals(word)) {
        return client;
      }
    }
    throw new IllegalArgumentException(
        "unknown client " + word + "; known are claude, codex, gemini, cursor and vscode");
  }

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  String title() {
    return title;
  }

  /** Refuses a scope that the client does not have. */
  void check(String scope) {
    if (!scopes.contains(scope)) {
      throw new IllegalArgumentException(
          "for " + title + ", --scope is " + String.join(" or ", scopes) + ", not " + scope);
    }
  }
}
