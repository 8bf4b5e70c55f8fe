package dev.parley.task;

import java.util.Locale;

/** How urgent a task is, the most urgent first. */
public enum Priority {
  /** Before everything else. */
  CRITICAL,
  /** Before what is usual. */
  HIGH,
  /** The usual. */
  MEDIUM,
  /** When nothing else is to do. */
  LOW;

  /** The name on the wire, for example {@code critical}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
