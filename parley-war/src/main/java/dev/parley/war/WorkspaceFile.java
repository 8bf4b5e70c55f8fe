package dev.parley.war;

import dev.parley.engine.persistence.OwnerOnly;
import dev.parley.engine.persistence.offline.RowSink;
import dev.parley.engine.persistence.offline.TransferRefused;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Map;
import java.util.Set;

/** A file with the rows of a workspace. Its owner alone may read one that is written here. */
final class WorkspaceFile {
  private static final int BUFFER = 1 << 16;

  private final Path path;

  WorkspaceFile(Path path) {
    this.path = path;
  }

  /** Streams the rows of a workspace. */
  interface Rows {
    Map<String, Long> to(String workspace, RowSink sink) throws IOException;
  }

  /**
   * Writes a new file; removes it where that fails.
   *
   * @return the number of rows of each table
   * @throws java.nio.file.FileAlreadyExistsException for a file that is there
   */
  Map<String, Long> write(String workspace, Instant now, TransferProgress progress, Rows rows)
      throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            path,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            OwnerOnly.file(path))) {
      boolean isWhole = false;
      try {
        OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER);
        WorkspaceLines lines = WorkspaceLines.begin(out, workspace, now, progress);
        Map<String, Long> counts = rows.to(workspace, lines);
        if (progress.rows() == 0) {
          throw new TransferRefused("there is no workspace " + workspace + ": it has no rows");
        }
        lines.end(counts);
        out.flush();
        channel.force(true);
        isWhole = true;
        return counts;
      } finally {
        if (!isWhole) {
          Files.deleteIfExists(path);
        }
      }
    }
  }

  /** An open file and the rows in it. */
  record Reading(InputStream in, WorkspaceLinesReader source) implements AutoCloseable {
    String workspace() {
      return source.workspace().value();
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  /** Opens the file, and reads its first line. */
  Reading read(TransferProgress progress) throws IOException {
    if (!Files.isRegularFile(path)) {
      throw new TransferRefused("there is no file " + path);
    }
    InputStream in = new BufferedInputStream(Files.newInputStream(path), BUFFER);
    boolean isOpen = false;
    try {
      Reading reading = new Reading(in, WorkspaceLinesReader.of(in, progress));
      isOpen = true;
      return reading;
    } finally {
      if (!isOpen) {
        in.close();
      }
    }
  }
}
