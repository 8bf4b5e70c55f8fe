package dev.parley.engine.delivery;

/**
 * The progress of an agent in a topic; each value is a number in the topic, 0 for none.
 *
 * @param since messages after it are for the agent
 * @param pushed delivered by pushes
 * @param polled returned by polls
 * @param read returned by reading calls
 * @param seen known to the agent, as it has shown
 * @param acknowledges whether it acknowledges explicitly
 * @param hooked handed out by hooks and wakes
 */
public record ReadProgress(
    long since, long pushed, long polled, long read, long seen, boolean acknowledges, long hooked) {

  /**
   * Makes the progress of pushes up to {@code upTo}; messages after {@code since} are for the
   * agent.
   */
  public static ReadProgress pushed(long since, long upTo) {
    return new ReadProgress(since, upTo, 0, 0, 0, false, 0);
  }

  /**
   * Makes the progress of polls up to {@code upTo}; messages after {@code since} are for the agent.
   */
  public static ReadProgress polled(long since, long upTo) {
    return new ReadProgress(since, 0, upTo, 0, 0, false, 0);
  }

  /**
   * Makes the progress of hooks and wakes up to {@code upTo}; messages after {@code since} are for
   * the agent.
   */
  public static ReadProgress hooked(long since, long upTo) {
    return new ReadProgress(since, 0, 0, 0, 0, false, upTo);
  }

  /** Makes the progress of a read from after {@code since} to {@code upTo}. */
  public static ReadProgress read(long since, long upTo) {
    return new ReadProgress(since, 0, 0, upTo, 0, false, 0);
  }

  /**
   * Makes the progress of an agent that read on after {@code upTo}, and so knows everything up to
   * it.
   */
  public static ReadProgress seen(long upTo) {
    return new ReadProgress(0, 0, 0, 0, upTo, false, 0);
  }

  /** Makes the progress of an acknowledgement up to {@code upTo}. */
  public static ReadProgress acknowledged(long upTo) {
    return new ReadProgress(0, 0, 0, 0, upTo, true, 0);
  }

  /**
   * Returns the number up to which calls or hooks have returned messages, or the agent knows them.
   */
  long answered() {
    return Math.max(Math.max(polled, hooked), Math.max(read, seen));
  }

  /**
   * Returns this progress with a later one. One that begins beyond the delivered messages begins
   * anew, so the messages in between do not count as delivered.
   */
  ReadProgress and(ReadProgress later) {
    long reach = Math.max(pushed, answered());
    return new ReadProgress(
        later.since > reach ? later.since : since,
        Math.max(pushed, later.pushed),
        Math.max(polled, later.polled),
        Math.max(read, later.read),
        Math.max(seen, later.seen),
        acknowledges || later.acknowledges,
        Math.max(hooked, later.hooked));
  }
}
