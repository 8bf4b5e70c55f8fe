package dev.parley.engine.persistence.h2;

import java.nio.file.Path;
import org.h2.store.fs.FilePath;

/** The default storage of rows: an H2 database in a file. */
public final class H2File {
  static {
    FilePath.register(new LastChunkPath());
    FilePath.register(new ForcedPath());
  }

  private static final String START = "jdbc:h2:" + LastChunkPath.SCHEME + ":";

  private H2File() {}

  /**
   * Returns the JDBC URL of the database in {@code directory}, which is created where it is absent.
   *
   * <p>A commit is in the file before it is acknowledged: WRITE_DELAY is 0. It survives the
   * process, not a power cut. {@link H2Url#complete} says what else every file needs. H2 caches the
   * plans of eight statements by default, and a claim alone has six. A file of kind {@code retry}
   * outlives the interruption of a thread that reads or writes it; a file of the usual kind is
   * closed by it, and the database with it. For the kind {@code parley} see {@link LastChunkPath}.
   */
  public static String url(Path directory) {
    return url("retry:" + directory.resolve("parley").toAbsolutePath());
  }

  /**
   * Returns the URL, once the folder exists and is writable.
   *
   * @throws dev.parley.engine.persistence.DatabaseUnusable where it is not writable, or not a
   *     folder
   */
  public static String checkedUrl(Path directory) {
    DataFile.check(directory);
    return url(directory);
  }

  /** Returns the URL of an H2 file, with its path prefixes. */
  static String url(String file) {
    return H2Url.complete(START + file + ";QUERY_CACHE_SIZE=256");
  }

  /** Returns {@code url} of {@link #url} for a file that survives a power cut; others as is. */
  static String forced(String url) {
    return url.startsWith(START)
        ? START + ForcedPath.SCHEME + ":" + url.substring(START.length())
        : url;
  }
}
