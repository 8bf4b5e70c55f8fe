package dev.parley.engine.logging;

import java.util.Locale;

/**
 * The events of the log that have a stable name, for programs that read it. A log line carries one
 * as a parameter that its text does not use; structured logs write its name.
 */
public enum LogEvent {
  /** The server begins to start. */
  SERVER_START("info"),
  /** The server is open and takes requests. */
  SERVER_READY("info"),
  /** The server did not start, and ends. */
  SERVER_FAILED("error"),
  /** The server ends. */
  SERVER_STOP("info"),
  /** An MCP client began a session. */
  CLIENT_CONNECTED("info"),
  /** A request was refused at the door; one line a minute for each reason and address. */
  CLIENT_REFUSED("warning"),
  /** The database does not answer. */
  DATABASE_AWAY("warning"),
  /** The database answers again. */
  DATABASE_BACK("info"),
  /** The backend of durable rooms does not answer, where that is not the database. */
  BACKEND_AWAY("warning"),
  /** The backend of durable rooms answers again. */
  BACKEND_BACK("info");

  private final String level;

  LogEvent(String level) {
    this.level = level;
  }

  /** Returns its name in the log, for example {@code database.away}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '.');
  }

  /** Returns the level of its line, as structured logs write it. */
  public String level() {
    return level;
  }
}
