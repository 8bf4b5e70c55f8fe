package dev.parley.war.wake;

import java.util.Locale;

/** A way by which something reaches the model of an agent, or begins a turn of it. */
public enum Rung {
  /** Beside the result of a tool that the model calls anyway. */
  TOOL_RESULT,
  /** Printed by a hook at a boundary of a turn. */
  HOOK,
  /** A line of the client's monitor, which begins a turn. */
  MONITOR,
  /** A text in the client's queue, which begins a turn. */
  QUEUE,
  /** The end of a call that waits for messages. */
  WAIT,
  /** A channel push. Clients do not say whether they show it. */
  CHANNEL,
  /** A command that a watch runs in place of the client. */
  WATCH;

  private final String wireName = name().toLowerCase(Locale.ROOT);

  /** Returns the name on the wire, for example {@code tool_result}. */
  public String wireName() {
    return wireName;
  }
}
