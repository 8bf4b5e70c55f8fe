package dev.parley.war.wake;

import java.util.Map;

/** The boundaries of a turn at which a client runs hooks and can take text for its model. */
enum TurnBoundary {
  /** The user's prompt, or a wake, begins a turn. */
  PROMPT,
  /** Tools have answered and the model is asked again. */
  TOOLS,
  /** The model has finished; text for it goes on with the turn. */
  END,
  /** Any other event. It says nothing of the turn and takes no text. */
  NONE;

  private static final Map<String, TurnBoundary> EVENTS =
      Map.of(
          "UserPromptSubmit", PROMPT,
          "BeforeAgent", PROMPT,
          "PostToolUse", TOOLS,
          "PostToolBatch", TOOLS,
          "AfterTool", TOOLS,
          "Stop", END,
          "AfterAgent", END);

  /** Returns the boundary that the event of a client stands for. */
  static TurnBoundary of(String event) {
    return EVENTS.getOrDefault(event, NONE);
  }
}
