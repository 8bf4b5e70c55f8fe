package dev.parley.engine.persistence.h2;

import dev.parley.engine.persistence.FolderSync;
import dev.parley.engine.persistence.OwnerOnly;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.h2.store.fs.FilePath;
import org.h2.store.fs.FilePathWrapper;

/**
 * Paths of database files whose last chunk is found after a kill.
 *
 * <p>Each commit of H2 is a chunk. After a kill, H2 looks for the last chunk in two ways. It starts
 * at the chunk in the header and follows the block where each chunk expects the next one, and it
 * looks at the end of the file. Two writes of H2 2.5.252 leave no way to the last chunk:
 *
 * <ul>
 *   <li>A chunk is not written where the one before expected it. H2 then writes a header, but names
 *       the chunk before, from which no way leads on.
 *   <li>A chunk is written over one on the way, and the header only after it.
 * </ul>
 *
 * <p>Here a header after a chunk names that chunk, and before a chunk is written over one on the
 * way, a header names the last. With an H2 that does both, this is idle. H2 up to 2.5.250 names the
 * right chunk, and fails elsewhere (see the decision page on the H2 file).
 */
public final class LastChunkPath extends FilePathWrapper {
  static final String SCHEME = "parley";

  @Override
  public String getScheme() {
    return SCHEME;
  }

  @Override
  public FileChannel open(String mode) throws IOException {
    if (!mode.equals("r")) {
      makeForOwner(onDisk(getBase()));
    }
    return new LastChunkChannel(getBase().open(mode));
  }

  /** Creates the file before H2 does, which would make it readable for everybody. */
  private static void makeForOwner(Path file) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null) {
      OwnerOnly.makeFolder(folder);
    }
    try {
      Files.createFile(file, OwnerOnly.file(file));
      if (folder != null) {
        FolderSync.force(folder);
      }
    } catch (FileAlreadyExistsException earlier) {
      OwnerOnly.tighten(file);
    }
  }

  /** Creates a temporary file; H2's buffer of a large result contains rows, too. */
  @Override
  public FilePath createTempFile(String suffix, boolean inTempDir) throws IOException {
    FilePath file = super.createTempFile(suffix, inTempDir);
    OwnerOnly.tighten(onDisk(file));
    return file;
  }

  /** Unwraps all kinds of path; H2 unwraps one at a time. */
  private static Path onDisk(FilePath file) {
    FilePath unwrapped = file;
    while (unwrapped instanceof FilePathWrapper) {
      unwrapped = unwrapped.unwrap();
    }
    return Path.of(unwrapped.toString());
  }
}
