package dev.parley.engine.persistence;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Tells a disk without room from other failures, of a file as of a database. */
public final class FullDisk {
  /** In the words of Linux, macOS, the BSDs and Windows; also a quota that is used up. */
  private static final Pattern WORDS =
      Pattern.compile(
          "no space left on device|disk quota exceeded|quota exceeded"
              + "|not enough space on the disk|the disk is full");

  /** Of PostgreSQL: disk_full. */
  private static final String STATE = "53100";

  /** Of MariaDB and MySQL: ER_DISK_FULL, ER_RECORD_FILE_FULL. */
  private static final Set<Integer> NUMBERS_OF_MARIADB = Set.of(1021, 1114);

  private static final int DEEPEST = 32;

  private FullDisk() {}

  /** Whether {@code failure}, or one that it came from, is a full disk. */
  public static boolean isIn(Throwable failure) {
    Throwable at = failure;
    for (int depth = 0; at != null && depth < DEEPEST; depth++) {
      if (at instanceof IOException && at.getMessage() != null && isSaidIn(at.getMessage())) {
        return true;
      }
      if (at instanceof SQLException sql && isSaidBy(sql)) {
        return true;
      }
      at = at.getCause();
    }
    return false;
  }

  private static boolean isSaidIn(String words) {
    return WORDS.matcher(words.toLowerCase(Locale.ROOT)).find();
  }

  private static boolean isSaidBy(SQLException failure) {
    return STATE.equals(failure.getSQLState())
        || NUMBERS_OF_MARIADB.contains(failure.getErrorCode());
  }
}
