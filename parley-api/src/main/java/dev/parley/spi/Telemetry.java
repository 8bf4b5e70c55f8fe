package dev.parley.spi;

import dev.parley.event.Event;
import dev.parley.id.MessageId;
import dev.parley.task.Claim;
import java.util.function.Supplier;

/**
 * An observer of the work of a Parley, for metrics and traces.
 *
 * <p>Parley calls it on the threads that do the work, and often: each method returns at once,
 * throws nothing and may be called from any thread. Every method does nothing by default.
 */
public interface Telemetry {
  /** The observer of a Parley that nobody observes. */
  Telemetry NONE = new Telemetry() {};

  /** The kinds of places for messages. */
  enum MessageStore {
    /** A room that keeps its messages in memory. */
    EPHEMERAL_ROOM,
    /** A room that stores its messages. */
    DURABLE_ROOM,
    /** A session. */
    SESSION
  }

  /**
   * The connections of a pool to the database at one moment.
   *
   * @param active those in use
   * @param idle those that are open and not in use
   * @param waiting the threads that wait for one
   * @param most the most there may be
   */
  record PoolUse(int active, int idle, int waiting, int most) {}

  /**
   * A message was accepted; its sender gets the receipt next. Called on the thread of the sender. A
   * repeated post under the same key counts again.
   */
  default void posted(MessageStore where, MessageId message) {}

  /**
   * An event was passed to one connection, whose stream or listener has it.
   *
   * @param isPolled whether a call of the connection waited for it
   */
  default void delivered(Event event, boolean isPolled) {}

  /** An agent claimed a task, or did not get one. */
  default void claimed(Claim outcome) {}

  /**
   * A transaction of this thread that writes has ended.
   *
   * @param nanos its duration
   * @param succeeded false where the database refused it, or was away; one that is tried again
   *     counts each time
   */
  default void committed(long nanos, boolean succeeded) {}

  /**
   * A write of this thread was committed by another thread, together with others.
   *
   * @param nanos the time this thread waited
   */
  default void committedByAnother(long nanos) {}

  /**
   * A pool of connections was opened. A {@code DataSource} of the caller's has none that is known.
   *
   * @param pool returns the use of its pool now
   */
  default void opened(Supplier<PoolUse> pool) {}
}
