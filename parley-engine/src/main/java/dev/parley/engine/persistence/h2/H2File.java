package dev.parley.engine.persistence.h2;

import java.nio.file.Path;
import org.h2.store.fs.FilePath;

/** Where rows are kept unless a deployer says otherwise: an H2 database in a file. */
public final class H2File {
  static {
    FilePath.register(new LastChunkPath());
  }

  private H2File() {}

  /**
   * The JDBC URL of the database in {@code directory}, which is made where it is absent.
   *
   * <p>A commit is in the file before it is acknowledged: WRITE_DELAY is 0. It survives the
   * process, not a power cut. H2 keeps the plans of eight statements unless told otherwise, and a
   * claim alone has six. A file of kind {@code retry} outlives the interruption of a thread that
   * reads or writes it; the usual kind is closed by it, and the database with it. For the kind
   * {@code parley} see {@link LastChunkPath}.
   */
  public static String url(Path directory) {
    return url("retry:" + directory.resolve("parley").toAbsolutePath());
  }

  /** The same of a file of H2's, with the kinds below it. */
  static String url(String file) {
    return "jdbc:h2:" + LastChunkPath.SCHEME + ":" + file + ";WRITE_DELAY=0;QUERY_CACHE_SIZE=256";
  }
}
