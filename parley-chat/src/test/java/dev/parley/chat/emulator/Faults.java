package dev.parley.chat.emulator;

import java.util.EnumMap;
import java.util.Map;
import java.util.Random;

/**
 * The faults that an emulator makes, each with the share of the requests or events that it hits. An
 * emulator asks {@link #next} for each request of a client that sends or reads messages.
 */
public final class Faults {

  /** A fault. */
  public enum Fault {
    /** Status 429 with the header of the system. */
    LIMIT,
    /** Status 429 without a header. */
    LIMIT_WITHOUT_HEADER,
    /** Status 500 or 502, nothing was done. */
    SERVER_ERROR,
    /** Status 500, all was done. */
    SERVER_ERROR_AFTER,
    /** The connection is cut before anything is done. */
    CUT_BEFORE,
    /** The connection is cut after all was done. */
    CUT_AFTER,
    /** Half of the answer comes, after all was done. */
    TRUNCATED,
    /** An event comes after the next one. */
    LATE_EVENT,
    /** An event comes twice. */
    DOUBLED_EVENT,
    /** The stream of events is cut. */
    CUT_STREAM,
    /** The queue, session or token of events has expired. */
    EXPIRED
  }

  private final Map<Fault, Double> shares = new EnumMap<>(Fault.class);
  private final Map<Fault, Integer> once = new EnumMap<>(Fault.class);
  private final Map<Fault, Integer> made = new EnumMap<>(Fault.class);
  private final Random random = new Random(20_261_128);
  private long requests;

  /** Has {@code fault} hit a share of all requests or events, 0 to 1. */
  public synchronized void share(Fault fault, double share) {
    shares.put(fault, share);
  }

  /** Has {@code fault} hit the next {@code count}. */
  public synchronized void next(Fault fault, int count) {
    once.put(fault, count);
  }

  /** Makes no more faults. */
  public synchronized void clear() {
    shares.clear();
    once.clear();
  }

  /** Whether {@code fault} is to be made now; counted in {@link #made}. */
  public synchronized boolean isDue(Fault fault) {
    int left = once.getOrDefault(fault, 0);
    boolean isDue = left > 0;
    if (isDue) {
      once.put(fault, left - 1);
    } else {
      double share = shares.getOrDefault(fault, 0.0);
      isDue = share > 0 && random.nextDouble() < share;
    }
    if (isDue) {
      made.merge(fault, 1, Integer::sum);
    }
    return isDue;
  }

  /** Takes note of a request of a client. */
  synchronized void countRequest() {
    requests++;
  }

  /** The number of requests so far, with those that no fault may hit. */
  public synchronized long requests() {
    return requests;
  }

  /** The number of times each fault was made. */
  public synchronized Map<Fault, Integer> made() {
    return new EnumMap<>(made);
  }
}
