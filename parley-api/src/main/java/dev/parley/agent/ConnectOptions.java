package dev.parley.agent;

import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import dev.parley.id.WorkspaceId;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * The options with which an agent connects.
 *
 * @param workspace the workspace to enter
 * @param agent its name, or empty to have one allocated
 * @param session the session it takes part in, or empty for the one started last in the workspace
 * @param traits the properties of the connection; a connection has no others
 */
public record ConnectOptions(
    WorkspaceId workspace,
    Optional<AgentId> agent,
    Optional<SessionId> session,
    Set<ConnectionTrait> traits) {

  /** Copies the traits. */
  public ConnectOptions {
    traits = Set.copyOf(traits);
  }

  /** Makes the options of a program that has no trait. */
  public ConnectOptions(
      WorkspaceId workspace, Optional<AgentId> agent, Optional<SessionId> session) {
    this(workspace, agent, session, Set.of());
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

  /** Returns true if the connection has {@code trait}. */
  public boolean has(ConnectionTrait trait) {
    return traits.contains(trait);
  }

  /** Returns the same options for another workspace. */
  public ConnectOptions in(WorkspaceId other) {
    return new ConnectOptions(other, agent, session, traits);
  }

  /** Returns the same options with the session {@code id}. */
  public ConnectOptions during(SessionId id) {
    return new ConnectOptions(workspace, agent, Optional.of(id), traits);
  }

  /** Returns the same options with one more trait. */
  public ConnectOptions with(ConnectionTrait trait) {
    Set<ConnectionTrait> more = EnumSet.of(trait);
    more.addAll(traits);
    return new ConnectOptions(workspace, agent, session, more);
  }

  /** Returns the same options for a client that shows pushes. */
  public ConnectOptions showingPushes() {
    return with(ConnectionTrait.SHOWS_PUSHES);
  }

  /** Returns the same options for an observer, which no list of members or agents names. */
  public ConnectOptions observing() {
    return with(ConnectionTrait.OBSERVES);
  }

  /** Returns the same options for a person at the page. */
  public ConnectOptions asPerson() {
    return with(ConnectionTrait.PERSON);
  }

  /** Returns the same options for one who decides about the work of others. */
  public ConnectOptions asLead() {
    return with(ConnectionTrait.LEADS);
  }

  /** Returns the same options for an agent that the caller vouches for. */
  public ConnectOptions asVerified() {
    return with(ConnectionTrait.VERIFIED);
  }

  /** Returns the same options for an agent that may not read the messages of sessions. */
  public ConnectOptions withoutSessionMessages() {
    return with(ConnectionTrait.WITHOUT_SESSION_MESSAGES);
  }
}
