package dev.parley.engine.persistence.offline;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.engine.logging.Masking;
import dev.parley.engine.persistence.ConnectionPool;
import dev.parley.engine.persistence.Database;
import dev.parley.engine.persistence.SchemaState;
import dev.parley.engine.persistence.h2.FileStorage;
import dev.parley.engine.persistence.h2.H2File;
import dev.parley.engine.persistence.h2.H2Url;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A database without a Parley of this process over it. It is opened as it is: nothing is migrated
 * before {@link #migrate}. An H2 file that a server has open is refused.
 */
public final class OfflineDatabase implements AutoCloseable {
  private static final String FILE = "parley.mv.db";

  /** One try: who has the file open keeps it. */
  private static final Duration AT_ONCE = Duration.ofMillis(1);

  private final HikariDataSource pool;
  private final @Nullable FileStorage file;

  private OfflineDatabase(String url) {
    String complete = H2Url.complete(url);
    this.file = H2Url.isFile(complete) ? new FileStorage(complete, InstantSource.system()) : null;
    this.pool = ConnectionPool.open(complete, file, AT_ONCE);
  }

  /**
   * Opens the H2 file of a data folder.
   *
   * @throws TransferRefused where there is none
   * @throws dev.parley.engine.persistence.DatabaseUnusable where it cannot be opened, with the
   *     remedy
   */
  public static OfflineDatabase inFolder(Path folder) {
    if (!has(folder)) {
      throw new TransferRefused(
          "there is no database in "
              + folder
              + "; name the data folder of a server with --data, or its database with --db");
    }
    return new OfflineDatabase(H2File.checkedUrl(folder));
  }

  /** Opens the H2 file of a data folder; makes both where they are absent. */
  public static OfflineDatabase inFolderOrNew(Path folder) {
    return new OfflineDatabase(H2File.checkedUrl(folder));
  }

  /** Opens the database at a JDBC URL. */
  public static OfflineDatabase at(String url) {
    return new OfflineDatabase(url);
  }

  /** Returns true if a data folder has a database. */
  public static boolean has(Path folder) {
    return Files.exists(folder.resolve(FILE));
  }

  /** Returns the name and version of the product. */
  public String product() {
    try (Connection connection = pool.getConnection()) {
      return connection.getMetaData().getDatabaseProductName()
          + " "
          + connection.getMetaData().getDatabaseProductVersion();
    } catch (SQLException away) {
      throw refusal(away);
    }
  }

  /** Returns the version of the schema. */
  public SchemaState schema() {
    return SchemaState.in(pool);
  }

  /**
   * Applies the migrations that are missing.
   *
   * @return the schema before
   * @throws TransferRefused for the schema of a later build
   */
  public SchemaState migrate() {
    SchemaState before = schema();
    try {
      String unused = Database.migrate(pool);
      return before;
    } catch (IllegalStateException later) {
      throw new TransferRefused(String.valueOf(later.getMessage()));
    }
  }

  /**
   * Writes a backup to a new file.
   *
   * @throws TransferRefused for a database of another program, which has its own tools
   */
  public void backup(Path to, InstantSource clock) throws IOException {
    SchemaState schema = schema();
    if (file == null) {
      throw new TransferRefused(refusalOf(product()));
    }
    boolean unused =
        BackupArchive.write(
            file, schema.version().orElse(BackupManifest.NO_SCHEMA), to, clock.instant());
  }

  /** Returns the sentence that refuses a backup of a database of another program. */
  public static String refusalOf(String product) {
    String tool =
        product.toLowerCase(Locale.ROOT).contains("postgres")
            ? "pg_dump --format=custom"
            : "mariadb-dump --single-transaction";
    return "the database is " + product + ", which makes its backups itself: use " + tool;
  }

  /**
   * Streams the rows of a workspace, as they are at one time.
   *
   * @return the number of rows of each table, in their order
   * @throws TransferRefused for another schema than that of this build
   */
  public Map<String, Long> exportRows(String workspace, RowSink sink) throws IOException {
    requireSchema();
    try (Connection connection = pool.getConnection()) {
      return WorkspaceExport.run(connection, workspace, sink);
    } catch (SQLException failed) {
      throw refusal(failed);
    }
  }

  /**
   * Adds the rows of a workspace that has none here, all or none of them.
   *
   * @return the number of rows of each table, in their order
   * @throws TransferRefused where the workspace has rows, or the rows do not fit
   */
  public Map<String, Long> importRows(String workspace, RowSource rows) throws IOException {
    requireSchema();
    try (Connection connection = pool.getConnection()) {
      return new WorkspaceImport(connection, workspace).run(rows);
    } catch (SQLException failed) {
      throw refusal(failed);
    }
  }

  private void requireSchema() {
    SchemaState schema = schema();
    switch (schema.condition()) {
      case CURRENT -> {}
      case LATER ->
          throw new TransferRefused(
              "the schema of the database is version "
                  + schema.version().orElse("")
                  + " of a later Parley; use the later one");
      default ->
          throw new TransferRefused(
              "the schema of the database is version "
                  + schema.version().orElse(BackupManifest.NO_SCHEMA)
                  + ", and this Parley needs "
                  + SchemaState.NEWEST
                  + ": java -jar parley.war db migrate");
    }
  }

  private static TransferRefused refusal(SQLException failed) {
    return new TransferRefused(
        "the database refused: "
            + Masking.masked(
                String.valueOf(failed.getMessage()).lines().findFirst().orElse("no reason given")));
  }

  @Override
  public void close() {
    if (file != null) {
      file.close();
    }
    pool.close();
  }
}
