package dev.parley.artifact;

import java.util.Locale;

/** Where a review stands. A verdict is the end of it. */
public enum ReviewStatus {
  /** The reviewer has not spoken. */
  PENDING,
  /** The deliverable is good. */
  APPROVED,
  /** The deliverable has to change. */
  CHANGES_REQUESTED;

  /** Whether a review that is this can become {@code next}. */
  public boolean canBecome(ReviewStatus next) {
    return this == PENDING && next != PENDING;
  }

  /** The name on the wire, for example {@code changes_requested}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
