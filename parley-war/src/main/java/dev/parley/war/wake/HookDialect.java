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
  GEMINI,
  /** Context is a field of its own; at the end of a turn the text is the next message. */
  CURSOR,
  /** As Codex's, with the block where VS Code looks for it as well. */
  VSCODE;

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

  /** Returns whether a hook before a tool can take text for the model without denying the tool. */
  boolean takesContextBeforeTools() {
    return this == CLAUDE || this == VSCODE;
  }

  /** Returns what a hook prints so that {@code text} reaches the model. */
  Map<String, Object> answer(String event, String text) {
    boolean end = TurnBoundary.of(event) == TurnBoundary.END;
    return switch (this) {
      case CLAUDE -> context(event, text);
      case CODEX -> end ? blocked("block", text) : context(event, text);
      case GEMINI -> end ? blocked("deny", text) : context(event, text);
      case CURSOR -> Map.of(end ? "followup_message" : "additional_context", text);
      case VSCODE ->
          end
              ? Map.of(
                  "decision",
                  "block",
                  "reason",
                  text,
                  "hookSpecificOutput",
                  Map.of("hookEventName", event, "decision", "block", "reason", text))
              : context(event, text);
    };
  }

  /** Returns what a hook before a tool prints so that the tool is not run. */
  Map<String, Object> denial(String event, String reason) {
    return switch (this) {
      case CLAUDE, CODEX, VSCODE ->
          Map.of(
              "hookSpecificOutput",
              Map.of(
                  "hookEventName",
                  event,
                  "permissionDecision",
                  "deny",
                  "permissionDecisionReason",
                  reason));
      case GEMINI -> blocked("deny", reason);
      case CURSOR -> Map.of("permission", "deny", "agent_message", reason);
    };
  }

  private static Map<String, Object> context(String event, String text) {
    return Map.of("hookSpecificOutput", Map.of("hookEventName", event, "additionalContext", text));
  }

  private static Map<String, Object> blocked(String decision, String reason) {
    return Map.of("decision", decision, "reason", reason);
  }
}
