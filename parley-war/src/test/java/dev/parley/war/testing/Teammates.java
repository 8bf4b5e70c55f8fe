package dev.parley.war.testing;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Agents of one session of team work, over one connection of {@code /mcp/team} that was told its
 * session by a header. Each test has a session of its own, so they do not meet.
 */
public final class Teammates implements AutoCloseable {
  private static final AtomicInteger COUNT = new AtomicInteger();

  private final RawMcp client;
  private final String session;

  private Teammates(RawMcp client, String session) {
    this.client = client;
    this.session = session;
  }

  /** Agents of a session nobody else is in. */
  public static Teammates of(RunningServer server) {
    return in(server, "test-" + ProcessHandle.current().pid() + "-" + COUNT.incrementAndGet());
  }

  private static Teammates in(RunningServer server, String session) {
    RawMcp client = RawMcp.at(server.at("/mcp/team")).header("Parley-Session", session).begin();
    return new Teammates(client, session);
  }

  /** Others of the same session, over another connection, with every tool. */
  public Teammates elsewhere(RunningServer server) {
    RawMcp other = RawMcp.at(server.mcp()).header("Parley-Session", session).begin();
    return new Teammates(other, session);
  }

  /** The session's name. */
  public String session() {
    return session;
  }

  /** The connection. */
  public RawMcp client() {
    return client;
  }

  /** Calls a tool as {@code agent}, with names and values in turn. */
  public ToolAnswer as(String agent, String tool, Object... namesAndValues) {
    Object[] all = new Object[namesAndValues.length + 2];
    all[0] = "agent_id";
    all[1] = agent;
    System.arraycopy(namesAndValues, 0, all, 2, namesAndValues.length);
    return client.tool(tool, all);
  }

  /** Makes a task as {@code alice} and answers its id. */
  public String task(String title, Object... namesAndValues) {
    Object[] all = new Object[namesAndValues.length + 4];
    all[0] = "title";
    all[1] = title;
    all[2] = "priority";
    all[3] = "medium";
    System.arraycopy(namesAndValues, 0, all, 4, namesAndValues.length);
    return as("alice", "create_task", all).accepted().get("task_id");
  }

  /** Ends the session of the connection: the names of its agents are free for others. */
  @Override
  public void close() {
    client.delete();
    client.close();
  }
}
