package dev.parley.engine.persistence;

import dev.parley.engine.logging.Masking;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Forces the names in a folder to the disk: a file that is synced may lack its name without it. */
public final class FolderSync {
  private static final System.Logger LOG = System.getLogger(FolderSync.class.getName());

  private FolderSync() {}

  /** Forces the names in {@code folder}. Windows cannot open a folder, and needs no such call. */
  public static void force(Path folder) {
    try (FileChannel names = FileChannel.open(folder, StandardOpenOption.READ)) {
      names.force(true);
    } catch (IOException e) {
      LOG.log(
          System.Logger.Level.DEBUG,
          "Forcing a folder to disk failed; its new file may be lost in a power cut.",
          Masking.trace(e));
    }
  }
}
