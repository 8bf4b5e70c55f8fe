package dev.parley.engine.delivery;

/**
 * How far a reading has got; each a position in the topic, 0 where nothing is known.
 *
 * @param since what stands after it is for the agent
 * @param pushed handed over by pushes
 * @param polled handed over as answers to calls that wait
 * @param read handed over as answers to calls that read
 * @param seen known to the agent, as it has shown
 * @param acknowledges whether it says so of its own accord
 */
public record ReadProgress(
    long since, long pushed, long polled, long read, long seen, boolean acknowledges) {

  /** Everything after {@code since} is for the agent, and pushed up to {@code upTo}. */
  public static ReadProgress pushed(long since, long upTo) {
    return new ReadProgress(since, upTo, 0, 0, 0, false);
  }

  /** Handed over up to {@code upTo} to one who waits; what follows {@code since} is for it. */
  public static ReadProgress polled(long since, long upTo) {
    return new ReadProgress(since, 0, upTo, 0, 0, false);
  }

  /** Read from after {@code since} to {@code upTo}. */
  public static ReadProgress read(long since, long upTo) {
    return new ReadProgress(since, 0, 0, upTo, 0, false);
  }

  /** The agent knows what stands up to {@code upTo}: it went on from there. */
  public static ReadProgress seen(long upTo) {
    return new ReadProgress(0, 0, 0, 0, upTo, false);
  }

  /** The agent says that it knows what stands up to {@code upTo}. */
  public static ReadProgress acknowledged(long upTo) {
    return new ReadProgress(0, 0, 0, 0, upTo, true);
  }

  /** Up to where it was the answer to a call, or is known to the agent. */
  long answered() {
    return Math.max(polled, Math.max(read, seen));
  }

  /**
   * This, and what came later. A reading that begins beyond what was handed over begins anew: what
   * stands between is not claimed to have been handed over.
   */
  ReadProgress and(ReadProgress later) {
    long reach = Math.max(pushed, answered());
    return new ReadProgress(
        later.since > reach ? later.since : since,
        Math.max(pushed, later.pushed),
        Math.max(polled, later.polled),
        Math.max(read, later.read),
        Math.max(seen, later.seen),
        acknowledges || later.acknowledges);
  }
}
