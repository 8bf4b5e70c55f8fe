package dev.parley.war.rest;

import dev.parley.engine.logging.Masking;
import dev.parley.problem.BackupRunning;
import dev.parley.problem.ParleyException;
import dev.parley.war.settings.DataFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Backups on their way to clients, one at a time. Each is written to a file beside the database
 * first: what is sent then is whole, and a slow client does not make the database grow.
 */
final class BackupStage {
  private static final System.Logger LOG = System.getLogger(BackupStage.class.getName());
  private static final String PREFIX = "parley-backup-";
  private static final String SUFFIX = ".staged";
  private static final Duration PAUSE = Duration.ofSeconds(10);

  /** The time after which an answer that has not begun never will. */
  private static final long FORGOTTEN_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final Path folder;
  private final AtomicBoolean isTaken = new AtomicBoolean();
  private volatile @Nullable StagedBackup last;

  private BackupStage(Path folder) {
    this.folder = folder;
  }

  /** Returns the stage of a deployment: in its data folder, else in that of temporary files. */
  static BackupStage in(DataFolder data) {
    return new BackupStage(
        data.path().orElseGet(() -> Path.of(System.getProperty("java.io.tmpdir"))));
  }

  /**
   * Makes a backup, which is removed once it was sent.
   *
   * @param writer writes one to a new file
   * @throws ParleyException {@code unavailable} while another one is made or sent; what {@code
   *     writer} throws
   */
  StagedBackup make(Consumer<Path> writer) {
    discardForgotten();
    if (!isTaken.compareAndSet(false, true)) {
      throw new ParleyException(new BackupRunning(PAUSE));
    }
    boolean isMade = false;
    try {
      removeLeft();
      Path file = folder.resolve(PREFIX + UUID.randomUUID() + SUFFIX);
      writer.accept(file);
      StagedBackup made = StagedBackup.of(file, this::free);
      last = made;
      isMade = true;
      return made;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } finally {
      if (!isMade) {
        free();
      }
    }
  }

  private void free() {
    last = null;
    isTaken.set(false);
  }

  /** An answer that was given up before its first byte asks for no bytes. */
  private void discardForgotten() {
    StagedBackup waiting = last;
    if (waiting != null && waiting.isForgotten(FORGOTTEN_NANOS)) {
      try {
        waiting.close();
      } catch (IOException stays) {
        LOG.log(
            System.Logger.Level.DEBUG,
            "A backup that nobody fetched is removed with the next one.",
            Masking.trace(stays));
      }
    }
  }

  /** Removes those of a process that was killed. */
  private void removeLeft() throws IOException {
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (DirectoryStream<Path> left = Files.newDirectoryStream(folder, PREFIX + "*" + SUFFIX)) {
      for (Path file : left) {
        Files.deleteIfExists(file);
      }
    }
  }
}
