package dev.parley.agent;

import dev.parley.event.Listener;
import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.WorkspaceId;
import dev.parley.memory.Memory;
import dev.parley.message.DurableTopics;
import dev.parley.message.Unread;
import dev.parley.presence.Presence;
import dev.parley.room.Rooms;
import dev.parley.session.Sessions;
import dev.parley.spi.LifeSigns;
import dev.parley.spi.Sink;
import dev.parley.spi.SinkRegistration;
import dev.parley.team.Teams;
import java.util.OptionalLong;

/**
 * One live attachment of an agent: one MCP session, one bridge, or one embedded client. Memberships
 * and delivery positions belong to it, so they outlive a transport that drops and comes back.
 *
 * <p>All methods may be called from any thread.
 */
public interface Connection extends AutoCloseable {

  /** This attachment's own name. */
  ConnectionId id();

  /** The agent behind it. */
  AgentId agent();

  /** The workspace it is in. */
  WorkspaceId workspace();

  /**
   * Renews what {@code who} has claimed, as every call of it through this connection does. For
   * those who take part in something that calls nothing here. Waits for nobody.
   */
  void renewLeases(AgentId who);

  /** The rooms, as this connection sees them. */
  Rooms rooms();

  /** What is said in durable rooms, to be posted and read from outside of them too. */
  DurableTopics topics();

  /** What is said in its rooms, for those who ask instead of being pushed to. */
  Inbox inbox();

  /** How much waits for the agent that it may not know of. Asks nobody. */
  Unread unread();

  /** Who else is in the workspace, on whichever node. */
  Presence presence();

  /** The sessions of team work, as this connection sees them. */
  Sessions sessions();

  /** The workspace's memory. */
  Memory memory();

  /** Who may be chosen for a session, and who was. */
  Teams teams();

  /**
   * Hands every event to {@code listener}, one at a time, in order, on a thread of Parley's. Events
   * that came since the last listener left are handed over first, as far as they are kept. A
   * listener replaces the one before it.
   *
   * <p>A listener that is slow delays nobody but itself; one that throws is told of the next event
   * all the same.
   */
  void listen(Listener listener);

  /**
   * Lets pushes go to {@code sink}, in place of whatever they went to before; the one before is
   * cut.
   *
   * @param sink where pushes go from now on
   * @param lastReceived the number of the last push the other side is known to have: delivery
   *     resumes right after it, as far back as pushes are remembered. Empty: it resumes after the
   *     last one that was handed to a sink.
   */
  SinkRegistration attach(Sink sink, OptionalLong lastReceived);

  /**
   * Lets presence rest on what the transport sees of the other side. What is given last counts.
   *
   * @param signs asked whenever somebody asks who is there
   */
  void presentBy(LifeSigns signs);

  /**
   * Lets pushes go to {@code sink}, in place of a sink of which it is not known what its other side
   * took: everything after push {@code proven} is delivered again, as far back as pushes are
   * remembered.
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
