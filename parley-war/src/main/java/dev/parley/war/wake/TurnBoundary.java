package dev.parley.war.wake;

import java.util.Map;

/** The moments of a session at which a client runs hooks, and what they mean for its turn. */
enum TurnBoundary {
  /** The session begins, or goes on with a context made anew. No turn runs for it. */
  START,
  /** The user's prompt, or a wake, begins a turn. */
  PROMPT,
  /** The turn runs. The hook takes no messages; before a tool it may take a note on that tool. */
  SIGN,
  /** Tools have answered and the model is asked again. */
  TOOLS,
  /** The model has finished; text for it goes on with the turn. */
  END,
  /** The session has ended. */
  CLOSED,
  /** Any other event. It says nothing of the turn and takes no text. */
  NONE;

  private static final Map<String, TurnBoundary> EVENTS =
      Map.ofEntries(
          Map.entry("SessionStart", START),
          Map.entry("sessionStart", START),
          Map.entry("UserPromptSubmit", PROMPT),
          Map.entry("BeforeAgent", PROMPT),
          Map.entry("beforeSubmitPrompt", SIGN),
          Map.entry("PreToolUse", SIGN),
          Map.entry("preToolUse", SIGN),
          Map.entry("BeforeTool", SIGN),
          Map.entry("PostToolUse", TOOLS),
          Map.entry("PostToolBatch", TOOLS),
          Map.entry("postToolUse", TOOLS),
          Map.entry("AfterTool", TOOLS),
          Map.entry("Stop", END),
          Map.entry("stop", END),
          Map.entry("AfterAgent", END),
          Map.entry("SessionEnd", CLOSED),
          Map.entry("sessionEnd", CLOSED));

  /** Returns the boundary that the event of a client stands for. */
  static TurnBoundary of(String event) {
    return EVENTS.getOrDefault(event, NONE);
  }

  /** Returns true if messages for the model are handed out here. */
  boolean takesMessages() {
    return this == PROMPT || this == TOOLS || this == END;
  }
}
