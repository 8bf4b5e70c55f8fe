package dev.parley.war.wake;

/** The state of an agent's turn, as the hooks of its client report it. */
public enum TurnState {
  /** No hook has reported anything yet. */
  UNKNOWN,
  /** The model works. Messages reach it at the next boundary of its turn. */
  BUSY,
  /** The turn has ended. Only a wake or its user begins another one. */
  IDLE
}
