package dev.parley.task;

import java.util.Arrays;
import java.util.Locale;

/** The urgency of a task, most urgent first. */
public enum Priority {
  /** Before everything else. */
  CRITICAL(0),
  /** Before medium tasks. */
  HIGH(1),
  /** The default. */
  MEDIUM(2),
  /** Only when nothing else is left. */
  LOW(3);

  private final int rank;

  Priority(int rank) {
    this.rank = rank;
  }

  /** Returns the rank: 0 is the most urgent. */
  public int rank() {
    return rank;
  }

  /** Returns the priority of {@code rank}. */
  public static Priority ofRank(int rank) {
    return Arrays.stream(values())
        .filter(priority -> priority.rank == rank)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no priority has the rank " + rank));
  }

  /** Returns the name on the wire, for example {@code critical}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
