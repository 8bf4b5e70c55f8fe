package dev.parley.agent;

import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import dev.parley.id.WorkspaceId;
import java.util.Optional;

/**
 * The options with which an agent connects.
 *
 * @param workspace the workspace to enter
 * @param agent its name, or empty to have one allocated
 * @param session the session it takes part in, or empty for the one started last in the workspace
 * @param showsPushes whether its client is known to show it what is pushed
 * @param observes whether it only reads, so that no list of members or agents names it
 * @param person whether it is a person at the page rather than a program
 * @param leads whether it decides about the work of others: changes and releases any task, and
 *     answers any review
 */
public record ConnectOptions(
    WorkspaceId workspace,
    Optional<AgentId> agent,
    Optional<SessionId> session,
    boolean showsPushes,
    boolean observes,
    boolean person,
    boolean leads) {

  /** Makes the options of a program. */
  public ConnectOptions(
      WorkspaceId workspace,
      Optional<AgentId> agent,
      Optional<SessionId> session,
      boolean showsPushes,
      boolean observes) {
    this(workspace, agent, session, showsPushes, observes, false, false);
  }

  /** Makes the options of a client that is not known to show pushes. */
  public ConnectOptions(
      WorkspaceId workspace, Optional<AgentId> agent, Optional<SessionId> session) {
    this(workspace, agent, session, false, false);
  }

  /** Makes the options of an agent of the default workspace. */
  public static ConnectOptions of(String agent) {
    return new ConnectOptions(
        WorkspaceId.DEFAULT, Optional.of(new AgentId(agent)), Optional.empty());
  }

  /** Makes the options of an agent of the default workspace without a name yet. */
  public static ConnectOptions anonymous() {
    return new ConnectOptions(WorkspaceId.DEFAULT, Optional.empty(), Optional.empty());
  }

  /** Returns the same options for another workspace. */
  public ConnectOptions in(WorkspaceId other) {
    return new ConnectOptions(other, agent, session, showsPushes, observes, person, leads);
  }

  /** Returns the same options with the session {@code id}. */
  public ConnectOptions during(SessionId id) {
    return new ConnectOptions(
        workspace, agent, Optional.of(id), showsPushes, observes, person, leads);
  }

  /** Returns the same options for a client that shows pushes. */
  public ConnectOptions showingPushes() {
    return new ConnectOptions(workspace, agent, session, true, observes, person, leads);
  }

  /** Returns the same options for an observer, which no list of members or agents names. */
  public ConnectOptions observing() {
    return new ConnectOptions(workspace, agent, session, showsPushes, true, person, leads);
  }

  /** Returns the same options for a person at the page. */
  public ConnectOptions asPerson() {
    return new ConnectOptions(workspace, agent, session, showsPushes, observes, true, leads);
  }

  /** Returns the same options for one who decides about the work of others. */
  public ConnectOptions asLead() {
    return new ConnectOptions(workspace, agent, session, showsPushes, observes, person, true);
  }
}
