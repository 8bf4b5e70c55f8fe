package dev.parley;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * What a Parley says of its own state. Numbers are those of this process, and of the moment it was
 * asked; they are not taken at one instant, so two of them need not fit each other exactly.
 *
 * @param storageReachable whether the database answered just now
 * @param storage the product behind it and its version, for example {@code H2 2.5.252}; the last
 *     known one while it cannot be reached
 * @param bus what carries the messages of rooms
 * @param connections who is connected to this process
 * @param backlog what waits for somebody
 * @param nodes those who share the storage; empty for one that was given no name, and is alone
 * @param outage why not everything can be written to the database, and since when; empty while it
 *     can. A full disk is known from the last write that failed
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
   * A time in which the database does not take everything.
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
   * database} what has everything else too; others are {@code redis}, {@code nats}, and whatever a
   * {@link dev.parley.spi.MessageBackend#name} says.
   *
   * @param durable the backend of durable rooms
   * @param ephemeral the backend of all other rooms. Where nodes share the database and nothing
   *     else, every room is durable, and this is the database too
   * @param reachable whether what keeps durable rooms answered when it was last asked. It is asked
   *     every second; one that hangs is waited for, for at most some seconds
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
   * What waits for somebody.
   *
   * @param undelivered messages of rooms that were accepted and have not been handed to the sink or
   *     listener of a connection that has one, counted once for each such connection. A message of
   *     its own counts until the connection is past it. What has fallen out of memory and is kept
   *     nowhere does not count: it is told as lost. Nor does what a connection that came back has
   *     not yet caught up with, where nothing was said in that room since this process began to
   *     follow it
   * @param mostUndelivered the same of the one connection that is furthest behind
   * @param behind connections that at least one message waits for
   * @param writes messages and changes of sessions that the database, or the store of durable
   *     rooms, has not confirmed; their callers wait. Where NATS keeps the rooms, messages are sent
   *     one by one and do not count
   */
  public record Backlog(long undelivered, long mostUndelivered, int behind, int writes) {}

  /**
   * Processes over the same storage.
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
