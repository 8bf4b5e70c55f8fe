package dev.parley;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * The state of a Parley. The numbers are those of this process at the moment of the call. They are
 * not taken at one instant, so two of them need not fit each other exactly.
 *
 * @param storageReachable whether the database answered just now
 * @param storage the product behind it and its version, for example {@code H2 2.5.252}; the last
 *     known one while it cannot be reached
 * @param bus the backend that keeps the messages of rooms
 * @param connections the agents connected to this process
 * @param backlog the work that waits
 * @param nodes the nodes that share the storage; empty for a node without a name, which is alone
 * @param outage the reason why not everything can be written to the database, and its begin; empty
 *     while everything can. A full disk is known from the last write that failed
 */
public record Health(
    boolean storageReachable,
    String storage,
    Bus bus,
    Connections connections,
    Backlog backlog,
    Optional<Nodes> nodes,
    Optional<Outage> outage) {

  /** The state of a Parley whose database takes everything, or was not reached just now. */
  public Health(
      boolean storageReachable,
      String storage,
      Bus bus,
      Connections connections,
      Backlog backlog,
      Optional<Nodes> nodes) {
    this(storageReachable, storage, bus, connections, backlog, nodes, Optional.empty());
  }

  /**
   * A time in which not everything can be written to the database.
   *
   * @param since when it was first found so
   */
  public record Outage(Reason reason, Instant since) {

    /** The causes of an outage. */
    public enum Reason {
      /** The database does not answer: nothing can be read or written. */
      UNREACHABLE,
      /** Its disk has no room: what is there can be read. */
      DISK_FULL
    }
  }

  /**
   * The backends of rooms, each by its own name: {@code memory} is this process alone, {@code
   * database} the database of all other data; others are {@code redis}, {@code nats}, and whatever
   * a {@link dev.parley.spi.MessageBackend#name} says.
   *
   * @param durable the backend of durable rooms
   * @param ephemeral the backend of all other rooms. Where nodes share the database and nothing
   *     else, every room is durable, and this is the database too
   * @param reachable whether the backend of durable rooms answered when it was last asked. It is
   *     asked every second; one that hangs is waited for, for at most some seconds
   * @param awaySince when it was first found not to answer; empty while it does
   */
  public record Bus(
      String durable, String ephemeral, boolean reachable, Optional<Instant> awaySince) {}

  /**
   * Connections of this process: of agents, and of those that only look on.
   *
   * @param open all that are not closed
   * @param listening those of them with a listener or a sink, so that messages are pushed to them
   * @param waiting those of them that wait in {@link dev.parley.agent.Inbox#await} at the moment;
   *     they may be listening, too
   */
  public record Connections(int open, int listening, int waiting) {}

  /**
   * The work that waits.
   *
   * @param undelivered messages of rooms that were accepted but not yet passed to the sink or
   *     listener of a connection that has one, counted once for each such connection. A message of
   *     the connection itself counts until the connection is past it. A message that has left
   *     memory and is not stored does not count: it is reported as lost. Nor do the messages that a
   *     reconnected connection has not yet caught up with, in a room where nothing was posted since
   *     this process began to follow it
   * @param mostUndelivered the same for the connection that is furthest behind
   * @param behind connections that at least one message waits for
   * @param writes messages and changes of sessions that the database, or the backend of durable
   *     rooms, has not confirmed; their callers wait. Where NATS keeps the rooms, messages are sent
   *     one by one and do not count
   */
  public record Backlog(long undelivered, long mostUndelivered, int behind, int writes) {}

  /**
   * The processes over the same storage.
   *
   * @param own the name of this one
   * @param others the names of those that were there when this one last looked, some hundred
   *     milliseconds ago; as of then while the database cannot be reached
   */
  public record Nodes(String own, Set<String> others) {

    /** Copies the set. */
    public Nodes {
      others = Set.copyOf(others);
    }
  }
}
