package dev.parley.engine.config;

import dev.parley.engine.permission.PermissionLimits;
import dev.parley.engine.room.RateLimit;
import dev.parley.engine.session.SessionLimits;
import dev.parley.problem.TextLimits;

/**
 * The limits of what callers can make grow, and how fast. A count at its bound is refused with
 * {@code limit_reached}, a rate with {@code rate_limited}.
 *
 * @param session the content of one session
 * @param messageRate the session messages of one connection
 * @param writeRate the writes of one connection: tasks, artifacts, reviews, memory, joins, session
 *     messages
 * @param workspaces the workspaces of this node
 * @param rooms the rooms of one workspace
 * @param sessions the sessions of one workspace, and its summaries
 * @param agents the agents of one workspace that are there; those who are gone are forgotten before
 *     one is refused
 * @param documents the memory documents of one workspace
 * @param permissions the permission requests of one workspace
 */
public record Limits(
    SessionLimits session,
    RateLimit messageRate,
    RateLimit writeRate,
    int workspaces,
    int rooms,
    int sessions,
    int agents,
    int documents,
    PermissionLimits permissions) {
  /** The session messages a server takes from one connection by default. */
  public static final RateLimit DEFAULT_MESSAGE_RATE = RateLimit.perSecond(50, 500);

  /** The writes a server takes from one connection by default. */
  public static final RateLimit DEFAULT_WRITE_RATE = RateLimit.perSecond(100, 500);

  /** The default limits. Rates are off: a program that embeds Parley paces its own writes. */
  public static final Limits DEFAULT =
      new Limits(
          SessionLimits.GENEROUS,
          RateLimit.OFF,
          RateLimit.OFF,
          1_000,
          5_000,
          10_000,
          5_000,
          2_000,
          PermissionLimits.DEFAULT);

  private static final int MAX_COUNT = 100_000_000;

  /** Checks that each count is 1 or more; refused with {@code invalid_argument}. */
  public Limits {
    checkCount("max-workspaces", workspaces);
    checkCount("max-rooms", rooms);
    checkCount("max-sessions", sessions);
    checkCount("max-agents", agents);
    checkCount("max-documents", documents);
  }

  private static void checkCount(String name, int count) {
    TextLimits.range(name, count, 1, MAX_COUNT);
  }

  /** The same with another bound on the content of a session. */
  public Limits withSession(SessionLimits most) {
    return new Limits(
        most, messageRate, writeRate, workspaces, rooms, sessions, agents, documents, permissions);
  }

  /** The same with other rates for one connection. */
  public Limits withRates(RateLimit messages, RateLimit writes) {
    return new Limits(
        session, messages, writes, workspaces, rooms, sessions, agents, documents, permissions);
  }

  /** The same with another bound on workspaces. */
  public Limits withWorkspaces(int most) {
    return new Limits(
        session, messageRate, writeRate, most, rooms, sessions, agents, documents, permissions);
  }

  /** The same with another bound on the rooms of a workspace. */
  public Limits withRooms(int most) {
    return new Limits(
        session,
        messageRate,
        writeRate,
        workspaces,
        most,
        sessions,
        agents,
        documents,
        permissions);
  }

  /** The same with another bound on the sessions of a workspace. */
  public Limits withSessions(int most) {
    return new Limits(
        session, messageRate, writeRate, workspaces, rooms, most, agents, documents, permissions);
  }

  /** The same with another bound on the agents of a workspace. */
  public Limits withAgents(int most) {
    return new Limits(
        session, messageRate, writeRate, workspaces, rooms, sessions, most, documents, permissions);
  }

  /** The same with another bound on the memory documents of a workspace. */
  public Limits withDocuments(int most) {
    return new Limits(
        session, messageRate, writeRate, workspaces, rooms, sessions, agents, most, permissions);
  }

  /** The same with other bounds on permission requests. */
  public Limits withPermissions(PermissionLimits most) {
    return new Limits(
        session, messageRate, writeRate, workspaces, rooms, sessions, agents, documents, most);
  }
}
