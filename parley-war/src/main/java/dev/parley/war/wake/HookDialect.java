package dev.parley.war.wake;

import dev.parley.war.wire.WireEnum;
import java.util.Locale;
import java.util.Map;

/** The form in which the hooks of a client take text for the model. */
public enum HookDialect {
  /** Every event takes additional context. At the end of a turn it lets the turn go on. */
  CLAUDE,
  /** As Claude Code's, but the end of a turn is blocked with the text as the reason. */
  CODEX,
  /** The end of a turn is denied with the text as the reason. */
  GEMINI;

  private static final WireEnum<HookDialect> NAMES =
      WireEnum.of(dialect -> dialect.name().toLowerCase(Locale.ROOT), values());

  /**
   * Returns the dialect of the client {@code name}.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} where there is none
   */
  public static HookDialect of(String name) {
    return NAMES.read(name);
  }

  /** Returns what a hook prints so that {@code text} reaches the model. */
  Map<String, Object> answer(String event, String text) {
    if (this == CLAUDE || TurnBoundary.of(event) != TurnBoundary.END) {
      return Map.of(
          "hookSpecificOutput", Map.of("hookEventName", event, "additionalContext", text));
    }
    return Map.of("decision", this == CODEX ? "block" : "deny", "reason", text);
  }
}
