package dev.parley.engine.persistence.h2;

import dev.parley.engine.logging.Masking;
import dev.parley.engine.persistence.DatabaseUnusable;
import dev.parley.engine.persistence.OwnerOnly;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Checks of a database file before it is opened, which H2 leaves out. H2 opens the file of a
 * read-only folder for reading alone, and opens a truncated file with an older state, both without
 * a message.
 */
final class DataFile {
  private static final System.Logger LOG = System.getLogger(DataFile.class.getName());
  private static final Set<PosixFilePermission> WRITE_OF_OTHERS =
      PosixFilePermissions.fromString("----w--w-");

  private DataFile() {}

  /**
   * Creates {@code folder} where it is absent.
   *
   * @throws DatabaseUnusable where Parley cannot have a database there, with the cause and the
   *     remedy
   */
  static void check(Path folder) {
    Path file = folder.resolve("parley.mv.db");
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw DatabaseUnusable.because(
          folder.toString(), "it is a file, not a folder. Name a folder with --data");
    }
    try {
      OwnerOnly.makeFolder(folder);
    } catch (IOException e) {
      throw DatabaseUnusable.because(
          folder.toString(),
          "the folder cannot be made (" + reason(e) + "). Name another with --data");
    }
    if (!Files.isWritable(folder) || (Files.exists(file) && !Files.isWritable(file))) {
      throw DatabaseUnusable.because(
          folder.toString(),
          "the user "
              + System.getProperty("user.name")
              + " may not write there. Give it the folder and the files in it, or name another with"
              + " --data");
    }
    warnWhereOthersWrite(folder);
    if (Files.exists(file)) {
      warnWhereCut(file);
    }
  }

  /** Returns the cause of a folder that cannot be made, for the refusal. */
  static String reason(IOException failure) {
    if (failure instanceof AccessDeniedException) {
      return "permission denied";
    }
    String why = failure instanceof FileSystemException named ? named.getReason() : null;
    return why == null ? "no folder can be made there" : why;
  }

  private static void warnWhereOthersWrite(Path folder) {
    try {
      Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(folder);
      if (WRITE_OF_OTHERS.stream().anyMatch(permissions::contains)) {
        LOG.log(
            System.Logger.Level.WARNING,
            "Other users of this machine may write to {0}, and replace the database in it: chmod"
                + " go-w {0}",
            folder);
      }
    } catch (IOException | UnsupportedOperationException noPermissionsThere) {
      LOG.log(
          System.Logger.Level.TRACE,
          "The file system of a folder has no POSIX permissions.",
          Masking.trace(noPermissionsThere));
    }
  }

  /**
   * Warns of a truncated file. A header is written after the chunk it names, so that chunk exists
   * unless it was cut off.
   */
  private static void warnWhereCut(Path file) {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      ChunkFinder finder = new ChunkFinder(channel);
      boolean isCut =
          channel.size() > 2L * FileChunk.BLOCK
              && (finder.header().isEmpty()
                  || (finder.header().flatMap(FileHeader::named).isPresent()
                      && finder.named().isEmpty()));
      if (isCut) {
        LOG.log(
            System.Logger.Level.ERROR,
            "The database file {0} was cut or damaged: its last state is not in it. It opens with"
                + " an older one, if with any, and what was written after that is missing. Stop the"
                + " server and put a backup in its place to have it back.",
            file);
      }
    } catch (IOException e) {
      LOG.log(
          System.Logger.Level.DEBUG,
          "Checking the database file failed; opening it all the same.",
          Masking.trace(e));
    }
  }
}
