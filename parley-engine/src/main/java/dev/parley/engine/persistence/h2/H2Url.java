package dev.parley.engine.persistence.h2;

import java.util.Locale;
import java.util.regex.Pattern;

/** Reads and completes URLs of H2. */
public final class H2Url {
  private static final String START = "jdbc:h2:";
  private static final Pattern ELSEWHERE = Pattern.compile("(?i)(mem|tcp|ssl|zip|nioMem\\w*):.*");
  private static final Pattern IN_MEMORY = Pattern.compile("(?i)mem:.*");

  private H2Url() {}

  /** Whether {@code url} names a file of this machine that this process opens. */
  public static boolean isFile(String url) {
    return url.startsWith(START) && !ELSEWHERE.matcher(url.substring(START.length())).matches();
  }

  /**
   * What {@code url} leaves open, as Parley needs it. A database in this process is closed by
   * Parley, not by a hook of H2's own that runs before it at the end of the JVM, and writes no
   * trace file; a commit is in its file before it is acknowledged, so an end without a goodbye
   * loses nothing.
   */
  public static String complete(String url) {
    if (isFile(url)) {
      String own = with(url, "DB_CLOSE_ON_EXIT", "FALSE");
      return with(with(own, "TRACE_LEVEL_FILE", "0"), "WRITE_DELAY", "0");
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

  /** The file of {@code url}, which {@link #isFile}, without its ending. */
  static String file(String url) {
    int settings = url.indexOf(';');
    String file = url.substring(START.length(), settings < 0 ? url.length() : settings);
    return file.startsWith("file:") ? file.substring("file:".length()) : file;
  }
}
