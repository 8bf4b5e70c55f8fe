package dev.parley.agent;

import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import dev.parley.id.WorkspaceId;
import java.util.Optional;

/**
 * What an agent says of itself when it attaches.
 *
 * @param workspace the workspace it wants to enter
 * @param agent its name, or empty to have one allocated
 * @param session the session it is here for, or empty for the workspace's last started one
 * @param showsPushes whether what is pushed to it is known to reach the agent
 * @param observes whether it reads along only, so that no list of who is there names it
 * @param person whether it is a person at the page, not a program
 */
public record ConnectOptions(
    WorkspaceId workspace,
    Optional<AgentId> agent,
    Optional<SessionId> session,
    boolean showsPushes,
    boolean observes,
    boolean person) {

  /** A program. */
  public ConnectOptions(
      WorkspaceId workspace,
      Optional<AgentId> agent,
      Optional<SessionId> session,
      boolean showsPushes,
      boolean observes) {
    this(workspace, agent, session, showsPushes, observes, false);
  }

  /** One of which it is not known whether it shows pushes. */
  public ConnectOptions(
      WorkspaceId workspace, Optional<AgentId> agent, Optional<SessionId> session) {
    this(workspace, agent, session, false, false);
  }

  /** An agent of the default workspace. */
  public static ConnectOptions of(String agent) {
    return new ConnectOptions(
        WorkspaceId.DEFAULT, Optional.of(new AgentId(agent)), Optional.empty());
  }

  /** Somebody of the default workspace who has no name yet. */
  public static ConnectOptions anonymous() {
    return new ConnectOptions(WorkspaceId.DEFAULT, Optional.empty(), Optional.empty());
  }

  /** The same agent in another workspace. */
  public ConnectOptions in(WorkspaceId other) {
    return new ConnectOptions(other, agent, session, showsPushes, observes, person);
  }

  /** The same agent, here for {@code id}. */
  public ConnectOptions during(SessionId id) {
    return new ConnectOptions(workspace, agent, Optional.of(id), showsPushes, observes, person);
  }

  /** The same agent, to whom what is pushed is shown. */
  public ConnectOptions showingPushes() {
    return new ConnectOptions(workspace, agent, session, true, observes, person);
  }

  /** The same, reading along: no list of who is there names it. */
  public ConnectOptions observing() {
    return new ConnectOptions(workspace, agent, session, showsPushes, true, person);
  }

  /** The same, a person at the page. */
  public ConnectOptions asPerson() {
    return new ConnectOptions(workspace, agent, session, showsPushes, observes, true);
  }
}
