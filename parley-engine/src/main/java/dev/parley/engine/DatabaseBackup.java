package dev.parley.engine;

import dev.parley.engine.logging.Masking;
import dev.parley.engine.persistence.Database;
import dev.parley.engine.persistence.DiskFullDetector;
import dev.parley.engine.persistence.OwnStorage;
import dev.parley.engine.persistence.SchemaState;
import dev.parley.engine.persistence.offline.BackupArchive;
import dev.parley.engine.persistence.offline.OfflineDatabase;
import dev.parley.problem.BackupRunning;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.ParleyException;
import dev.parley.problem.StorageFull;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;

/** Backups of a database that is in use. */
final class DatabaseBackup {
  private static final System.Logger LOG = System.getLogger(DatabaseBackup.class.getName());
  private static final Duration PAUSE = Duration.ofSeconds(10);

  private DatabaseBackup() {}

  /** Writes a backup of {@code database} to a new file; refuses as {@code Parley.backup} says. */
  static void write(Database database, Path file, InstantSource clock) {
    OwnStorage own =
        database
            .storage()
            .orElseThrow(
                () ->
                    InvalidArgument.refusal(
                        "storage", OfflineDatabase.refusalOf(database.state().product())));
    boolean isDone;
    try {
      isDone = BackupArchive.write(own, SchemaState.NEWEST, file, clock.instant());
    } catch (IOException failed) {
      LOG.log(System.Logger.Level.WARNING, "A backup failed.", Masking.trace(failed));
      throw DiskFullDetector.isIn(failed)
          ? new ParleyException(StorageFull.DEFAULT)
          : InvalidArgument.refusal(
              "file", "writing " + file.getFileName() + " failed: " + Masking.message(failed));
    }
    if (!isDone) {
      throw new ParleyException(new BackupRunning(PAUSE));
    }
  }
}
