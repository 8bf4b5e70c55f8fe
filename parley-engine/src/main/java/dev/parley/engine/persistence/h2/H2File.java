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
   * process, not a power cut. {@link H2Url#complete} says what else every file needs. H2 keeps the
   * plans of eight statements unless told otherwise, and a claim alone has six. A file of kind
   * {@code retry} outlives the interruption of a thread that reads or writes it; the usual kind is
   * closed by it, and the database with it. For the kind {@code parley} see {@link LastChunkPath}.
   */
  public static String url(Path directory) {
    return url("retry:" + directory.resolve("parley").toAbsolutePath());
  }

  /**
   * The same, once the folder was made and can be written to.
   *
   * @throws dev.parley.engine.persistence.DatabaseUnusable where it cannot, or is none
   */
  public static String checkedUrl(Path directory) {
    DataFile.check(directory);
    return url(directory);
  }

  /** The same of a file of H2's, with the kinds below it. */
  static String url(String file) {
    return H2Url.complete("jdbc:h2:" + LastChunkPath.SCHEME + ":" + file + ";QUERY_CACHE_SIZE=256");
  }
}
