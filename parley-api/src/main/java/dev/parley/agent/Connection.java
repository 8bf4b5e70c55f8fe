package dev.parley.agent;

import dev.parley.audit.ConnectionAudit;
import dev.parley.event.ChangeListener;
import dev.parley.event.Listener;
import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.WorkspaceId;
import dev.parley.memory.Memory;
import dev.parley.message.DurableTopics;
import dev.parley.message.Subscription;
import dev.parley.message.Unread;
import dev.parley.permission.Permissions;
import dev.parley.presence.Presence;
import dev.parley.room.Rooms;
import dev.parley.session.Sessions;
import dev.parley.spi.LifeSigns;
import dev.parley.spi.Sink;
import dev.parley.spi.SinkRegistration;
import dev.parley.team.Teams;
import dev.parley.waiting.Waiting;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One live connection of an agent: one MCP session, one bridge, or one embedded client. Memberships
 * and cursors belong to the connection, so they outlive a transport that drops and comes back.
 *
 * <p>All methods may be called from any thread.
 */
public interface Connection extends AutoCloseable {
  /** The maximum number of agents that act through one connection beside its own. */
  int MAX_SUB_AGENTS = 50;

  /** Returns the id of this connection. */
  ConnectionId id();

  /** Returns the agent. */
  AgentId agent();

  /** Returns its workspace. */
  WorkspaceId workspace();

  /**
   * Renews the leases of {@code who}, as every call through this connection does for its agent.
   * Meant for agents at work that make no calls here. Returns without waiting.
   */
  void renewLeases(AgentId who);

  /**
   * Returns the connection of {@code who}, an agent that acts through this one; this connection for
   * its own agent. It has memberships, an inbox and a presence of its own, in the session of this
   * one, and shares its limits on rates. What is pushed to {@code who} is delivered to the sink or
   * listener of this connection as a {@link dev.parley.event.SubAgentEvent}, except messages to
   * everyone in the session. It ends with this connection, or when it is closed.
   *
   * @throws dev.parley.problem.ParleyException {@code limit_reached} past {@value #MAX_SUB_AGENTS}
   *     open ones; {@code name_reserved} for the name of a person who is present; {@code
   *     connection_closed}
   */
  Connection as(AgentId who);

  /** Returns what {@link #as} returned for {@code who}, while that is open. Opens nothing. */
  Optional<Connection> opened(AgentId who);

  /** Returns the rooms, as this connection sees them. */
  Rooms rooms();

  /** Returns the durable topics, which can be posted to and read without membership. */
  DurableTopics topics();

  /** Returns the inbox: the messages of its rooms and session, for clients that poll. */
  Inbox inbox();

  /** Counts the unread messages of the agent. Makes no remote call. */
  Unread unread();

  /** Returns the presence of all agents in the workspace, on every node. */
  Presence presence();

  /** Returns the sessions of team work, as this connection sees them. */
  Sessions sessions();

  /** Returns the workspace's memory. */
  Memory memory();

  /**
   * Returns the list of what waits for {@code who} in the workspace. Meant for callers that vouch
   * for {@code who}: the list quotes direct messages.
   */
  Waiting waitingFor(AgentId who);

  /** Returns the permission requests, as this connection sees them. */
  Permissions permissions();

  /** Returns the teams: the personas available to a session, and those chosen for it. */
  Teams teams();

  /**
   * Delivers every event to {@code listener}, one at a time, in order, on a thread of Parley's.
   * Events that came after the last listener left are delivered first, as far as they are still
   * stored. A listener replaces the one before it.
   *
   * <p>A slow listener delays nobody but itself. One that throws still gets the next event.
   */
  void listen(Listener listener);

  /**
   * Calls {@code listener} after each change of the workspace's rooms, agents and current session,
   * whichever node makes it, until the subscription or this connection is closed. A room that
   * another node makes or empties without an agent that comes or goes is not reported.
   */
  Subscription onChange(ChangeListener listener);

  /**
   * Directs pushes to {@code sink}. The sink before it, if any, is cut.
   *
   * @param sink the new target of pushes
   * @param lastReceived the number of the last push the other side is known to have: delivery
   *     resumes right after it, as far back as pushes are remembered. Empty: it resumes after the
   *     last one passed to a sink.
   */
  SinkRegistration attach(Sink sink, OptionalLong lastReceived);

  /**
   * Bases presence on the transport's view of the other side. The last call replaces earlier ones.
   *
   * @param signs asked whenever presence is read
   */
  void presentBy(LifeSigns signs);

  /** Returns the audit of what is done through this connection. */
  ConnectionAudit audit();

  /**
   * Directs pushes to {@code sink} in place of a sink whose other side may have missed some.
   * Everything after push {@code proven} is delivered again, as far back as pushes are remembered.
   *
   * @param proven the number of the last push the other side has shown to have; 0 where none
   */
  default SinkRegistration attachAgain(Sink sink, long proven) {
    return attach(sink, OptionalLong.of(proven));
  }

  /** Leaves every room and ends delivery. A second call does nothing. */
  @Override
  void close();
}
