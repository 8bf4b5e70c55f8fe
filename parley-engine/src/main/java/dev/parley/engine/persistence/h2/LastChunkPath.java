package dev.parley.engine.persistence.h2;

import java.io.IOException;
import java.nio.channels.FileChannel;
import org.h2.store.fs.FilePathWrapper;

/**
 * Paths of database files whose header names the last chunk.
 *
 * <p>Each commit of H2 is a chunk. After a kill, H2 looks for the last one from the chunk that the
 * header names, along the places where each chunk expects the next, and at the end of the file. It
 * writes the header where a chunk did not go where the one before expected it, but H2 2.5.252 names
 * the one before in it, from which nothing leads on: what was committed since is not found. H2 up
 * to 2.5.250 names the right one, and fails elsewhere (see the decision page on the H2 file).
 *
 * <p>A header that is right stays as it is, so this is idle with a version that names the last.
 */
public final class LastChunkPath extends FilePathWrapper {
  static final String SCHEME = "parley";

  @Override
  public String getScheme() {
    return SCHEME;
  }

  @Override
  public FileChannel open(String mode) throws IOException {
    return new LastChunkChannel(getBase().open(mode));
  }
}
