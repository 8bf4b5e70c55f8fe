package dev.parley.engine.persistence.h2;

import java.util.Locale;
import java.util.regex.Pattern;

/** URLs of H2, parsed and completed. */
public final class H2Url {
  private static final String START = "jdbc:h2:";
  private static final Pattern ELSEWHERE = Pattern.compile("(?i)(mem|tcp|ssl|zip|nioMem\\w*):.*");
  private static final Pattern IN_MEMORY = Pattern.compile("(?i)mem:.*");

  /** Of H2's own 8, the next call has replaced all. */
  private static final String STATEMENTS = "64";

  /** In kilobytes. H2's own is 64 MB for each GB that the heap may have. */
  private static final String PAGES = "16384";

  private H2Url() {}

  /** Returns true if {@code url} names a file of this machine that this process opens. */
  public static boolean isFile(String url) {
    return url.startsWith(START) && !ELSEWHERE.matcher(url.substring(START.length())).matches();
  }

  /**
   * Completes {@code url} with Parley's settings. Parley closes a database of this process, not a
   * hook of H2's own that runs before it at the end of the JVM. The database writes no trace file.
   * A commit is in its file before it is acknowledged, so a killed process loses nothing. H2 moves
   * no chunks when it closes the file; see {@link FileCompaction}. Each of its sessions keeps as
   * many prepared statements as there are frequent ones. Its cache of pages is small; the system
   * has the file in memory, too.
   */
  public static String complete(String url) {
    if (isFile(url)) {
      String own = with(url, "DB_CLOSE_ON_EXIT", "FALSE");
      String untraced = with(own, "TRACE_LEVEL_FILE", "0");
      String written = with(untraced, "WRITE_DELAY", "0");
      String small = with(written, "CACHE_SIZE", PAGES);
      return with(with(small, "MAX_COMPACT_TIME", "0"), "QUERY_CACHE_SIZE", STATEMENTS);
    }
    return url.startsWith(START) && IN_MEMORY.matcher(url.substring(START.length())).matches()
        ? with(url, "DB_CLOSE_ON_EXIT", "FALSE")
        : url;
  }

  private static String with(String url, String setting, String value) {
    return url.toUpperCase(Locale.ROOT).contains(";" + setting + "=")
        ? url
        : url + ";" + setting + "=" + value;
  }

  /** Returns the file of {@code url}, which {@link #isFile}, without its extension. */
  static String file(String url) {
    int settings = url.indexOf(';');
    String file = url.substring(START.length(), settings < 0 ? url.length() : settings);
    return file.startsWith("file:") ? file.substring("file:".length()) : file;
  }
}
