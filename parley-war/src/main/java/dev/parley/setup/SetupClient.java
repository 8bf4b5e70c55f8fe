package dev.parley.setup;

import java.util.List;
import java.util.Locale;

/** The clients that the setup knows, with the scopes that each has. */
enum SetupClient {
  CLAUDE("Claude Code", "user or project or local"),
  CODEX("Codex", "user"),
  GEMINI("Gemini CLI", "user or project"),
  CURSOR("Cursor", "user or project"),
  VSCODE("VS Code", "user or project");

  private final String title;
  private final String scopes;

  SetupClient(String title, String scopes) {
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
    if (!List.of(scopes.split(" or ", -1)).contains(scope)) {
      throw new IllegalArgumentException(
          "for " + title + ", --scope is " + scopes + ", not " + scope);
    }
  }
}
