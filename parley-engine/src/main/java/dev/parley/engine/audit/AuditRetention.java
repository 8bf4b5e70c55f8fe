package dev.parley.engine.audit;

import dev.parley.problem.InvalidArgument;
import dev.parley.problem.TextLimits;
import java.time.Duration;

/**
 * The part of the audit that is stored. What is older, or more, is removed within a minute.
 *
 * @param age the age at which an entry is removed: 1 day to 10 years
 * @param rows the maximum number of entries, of which the oldest are removed: 1,000 to 100,000,000
 */
public record AuditRetention(Duration age, int rows) {
  /** The shortest age. */
  public static final Duration MIN_AGE = Duration.ofDays(1);

  /** The longest age. */
  public static final Duration MAX_AGE = Duration.ofDays(3_650);

  /** The smallest number of entries. */
  public static final int MIN_ROWS = 1_000;

  /** The largest number of entries. */
  public static final int MAX_ROWS = 100_000_000;

  /** Ninety days, and half a million entries. */
  public static final AuditRetention DEFAULT = new AuditRetention(Duration.ofDays(90), 500_000);

  /** Checks the bounds; refused with {@code invalid_argument}. */
  public AuditRetention {
    if (age.compareTo(MIN_AGE) < 0 || age.compareTo(MAX_AGE) > 0) {
      throw InvalidArgument.refusal("audit-days", "it must be 1 to " + MAX_AGE.toDays());
    }
    TextLimits.range("audit-rows", rows, MIN_ROWS, MAX_ROWS);
  }

  /** Returns it with another age. */
  public AuditRetention ofAge(Duration other) {
    return new AuditRetention(other, rows);
  }

  /** Returns it with another number of entries. */
  public AuditRetention ofRows(int other) {
    return new AuditRetention(age, other);
  }
}
