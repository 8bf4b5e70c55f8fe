package dev.parley.task;

import java.util.Arrays;
import java.util.Locale;

/** How urgent a task is, the most urgent first. */
public enum Priority {
  /** Before everything else. */
  CRITICAL(0),
  /** Before what is usual. */
  HIGH(1),
  /** The usual. */
  MEDIUM(2),
  /** When nothing else is to do. */
  LOW(3);

  private final int rank;

  Priority(int rank) {
    this.rank = rank;
  }

  /** Its place: 0 is the most urgent. */
  public int rank() {
    return rank;
  }

  /** The priority at {@code rank}. */
  public static Priority ofRank(int rank) {
    return Arrays.stream(values())
        .filter(priority -> priority.rank == rank)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no priority has the rank " + rank));
  }

  /** The name on the wire, for example {@code critical}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
