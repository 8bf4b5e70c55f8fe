package dev.parley.engine.persistence.h2;

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
 * <p>Each commit of H2 is a chunk. After a kill, H2 looks for the last one from the chunk that the
 * header names, along the places where each chunk expects the next, and at the end of the file. Two
 * writes of H2 2.5.252 leave it there without a way to the last:
 *
 * <ul>
 *   <li>It writes the header where a chunk did not go where the one before expected it, but names
 *       the one before in it, from which nothing leads on.
 *   <li>It writes a chunk over one that the way goes along, and the header only then.
 * </ul>
 *
 * <p>So a header that follows a chunk names that chunk here, and before a chunk is written over a
 * place on the way, a header names the last. With an H2 that does both, this is idle. H2 up to
 * 2.5.250 names the right chunk, and fails elsewhere (see the decision page on the H2 file).
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
      makeForOwner(Path.of(getBase().unwrap().toString()));
    }
    return new LastChunkChannel(getBase().open(mode));
  }

  /** Before H2 does, for whom everybody may read it. */
  private static void makeForOwner(Path file) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null) {
      OwnerOnly.makeFolder(folder);
    }
    try {
      Files.createFile(file, OwnerOnly.file(file));
    } catch (FileAlreadyExistsException earlier) {
      OwnerOnly.tighten(file);
    }
  }

  /** What H2 puts aside of a large answer holds rows, too. */
  @Override
  public FilePath createTempFile(String suffix, boolean inTempDir) throws IOException {
    FilePath file = super.createTempFile(suffix, inTempDir);
    OwnerOnly.tighten(Path.of(file.unwrap().toString()));
    return file;
  }
}
