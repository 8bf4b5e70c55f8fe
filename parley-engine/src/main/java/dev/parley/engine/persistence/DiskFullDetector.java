package dev.parley.engine.persistence;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Distinguishes a full disk from other failures, of files and of databases. */
public final class DiskFullDetector {
  /** The messages of Linux, macOS, the BSDs and Windows; also of an exceeded quota. */
  private static final Pattern WORDS =
      Pattern.compile(
          "no space left on device|disk quota exceeded|quota exceeded"
              + "|not enough space on the disk|the disk is full");

  /** PostgreSQL: disk_full. */
  private static final String STATE = "53100";

  /** MariaDB and MySQL: ER_DISK_FULL, ER_RECORD_FILE_FULL. */
  private static final Set<Integer> NUMBERS_OF_MARIADB = Set.of(1021, 1114);

  private static final int DEEPEST = 32;

  private DiskFullDetector() {}

  /** Returns true if {@code failure}, or one of its causes, is a full disk. */
  public static boolean isIn(Throwable failure) {
    Throwable at = failure;
    for (int depth = 0; at != null && depth < DEEPEST; depth++) {
      if (at instanceof IOException && at.getMessage() != null && isNamedIn(at.getMessage())) {
        return true;
      }
      if (at instanceof SQLException sql && isReportedBy(sql)) {
        return true;
      }
      at = at.getCause();
    }
    return false;
  }

  private static boolean isNamedIn(String words) {
    return WORDS.matcher(words.toLowerCase(Locale.ROOT)).find();
  }

  private static boolean isReportedBy(SQLException failure) {
    return STATE.equals(failure.getSQLState())
        || NUMBERS_OF_MARIADB.contains(failure.getErrorCode());
  }
}
