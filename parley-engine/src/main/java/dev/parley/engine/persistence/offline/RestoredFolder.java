package dev.parley.engine.persistence.offline;

import dev.parley.engine.persistence.OwnerOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.stream.Stream;

/** A data folder that is made of a backup. */
public final class RestoredFolder {
  private static final String DATABASE = "parley.mv.db";
  private static final String STAGE = "restoring";

  private RestoredFolder() {}

  /**
   * Puts the database of a backup into an empty or absent folder, after a look at its schema. It is
   * there as a whole or not at all.
   *
   * @throws TransferRefused for a folder that has something in it, and a backup that cannot be used
   */
  public static BackupManifest of(Path backup, Path folder) throws IOException {
    BackupManifest manifest = BackupArchive.manifest(backup);
    refuseUnlessEmpty(folder);
    boolean isNew = !Files.exists(folder);
    OwnerOnly.makeFolder(folder);
    Path stage = Files.createDirectory(folder.resolve(STAGE), OwnerOnly.folder(folder));
    boolean isWhole = false;
    try {
      Path staged = stage.resolve(DATABASE);
      BackupManifest unpacked = BackupArchive.unpack(backup, staged);
      refuseOtherSchema(backup, unpacked, stage);
      Files.move(staged, folder.resolve(DATABASE), StandardCopyOption.ATOMIC_MOVE);
      isWhole = true;
      return manifest;
    } finally {
      clear(stage);
      if (isNew && !isWhole) {
        Files.deleteIfExists(folder);
      }
    }
  }

  private static void refuseUnlessEmpty(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    if (!Files.isDirectory(folder)) {
      throw new TransferRefused(folder + " is a file, not a folder; name a folder with --data");
    }
    try (Stream<Path> files = Files.list(folder)) {
      Optional<Path> first = files.sorted().findFirst();
      if (first.isPresent()) {
        throw new TransferRefused(
            "the folder "
                + folder
                + " is not empty: it has "
                + first.get().getFileName()
                + ". Name an empty one with --data, or move its files away; a backup replaces"
                + " nothing");
      }
    }
  }

  /** Opens the database as the next start will; a file that H2 cannot open is refused here. */
  private static void refuseOtherSchema(Path backup, BackupManifest manifest, Path stage) {
    try (OfflineDatabase database = OfflineDatabase.inFolder(stage)) {
      String schema = database.schema().version().orElse(BackupManifest.NO_SCHEMA);
      if (!schema.equals(manifest.schema())) {
        throw new TransferRefused(
            backup
                + " is damaged: its database has schema "
                + schema
                + ", and its manifest says "
                + manifest.schema());
      }
    }
  }

  private static void clear(Path stage) throws IOException {
    try (Stream<Path> files = Files.list(stage)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(stage);
  }
}
