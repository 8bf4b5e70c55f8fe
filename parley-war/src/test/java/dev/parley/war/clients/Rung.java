package dev.parley.war.clients;

/** The ways in which a message reaches a model, as the table of this profile names them. */
enum Rung {
  CONNECTED("the client lists Parley as connected"),
  TURN("a turn calls join_room"),
  COUNT("unread count in the result of any tool"),
  SESSION_START("hook at session start"),
  PROMPT("hook with the prompt"),
  TOOLS("hook after tools, mid-turn"),
  TURN_END("hook at the end of a turn"),
  WAIT("result of wait_for_messages"),
  BUSY("busy: no wake, next boundary"),
  IDLE("wake of an idle session"),
  COHORT("three messages, one wake"),
  BACKGROUND("wait_for_messages in the background"),
  COMMAND("watch runs a command"),
  CHANNEL("channel push");

  private final String title;

  Rung(String title) {
    this.title = title;
  }

  /** Returns the name for people. */
  String title() {
    return title;
  }
}
