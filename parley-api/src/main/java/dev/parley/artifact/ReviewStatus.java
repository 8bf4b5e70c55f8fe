package dev.parley.artifact;

import java.util.Locale;

/** The status of a review. A verdict is final. */
public enum ReviewStatus {
  /** The reviewer has not submitted a verdict yet. */
  PENDING,
  /** The artifact is good. */
  APPROVED,
  /** The artifact has to change. */
  CHANGES_REQUESTED;

  /** Returns true if a review with this status can become {@code next}. */
  public boolean canBecome(ReviewStatus next) {
    return this == PENDING && next != PENDING;
  }

  /** Returns the name on the wire, for example {@code changes_requested}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
