package dev.parley.engine.failover;

import dev.parley.engine.logging.Masking;
import dev.parley.engine.persistence.OwnerOnly;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A lock file that one process of a node's name holds as long as it lives, with the run that held
 * it last. The operating system frees it however the process ends. A process that gets the lock
 * knows at once that the earlier run is over, and need not wait for its silence.
 */
public final class NodeLock implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(NodeLock.class.getName());
  private static final int MAX_RUN = 64;

  private final Optional<Path> file;
  private @Nullable FileChannel channel;
  private Optional<String> before = Optional.empty();

  private NodeLock(Optional<Path> file) {
    this.file = file;
  }

  /**
   * Returns the lock of node {@code name} in {@code folder}; without a folder it proves nothing.
   */
  public static NodeLock in(Optional<Path> folder, String name) {
    String safe = name.replaceAll("[^A-Za-z0-9-]", "_");
    String unique = safe.equals(name) ? name : safe + "." + Integer.toHexString(name.hashCode());
    return new NodeLock(folder.map(place -> place.resolve("node-" + unique + ".lock")));
  }

  /**
   * Takes the lock for {@code run}. A folder that is not writable proves nothing.
   *
   * @return false where another living process has it
   */
  boolean take(String run) {
    if (file.isEmpty()) {
      return true;
    }
    try {
      return take(file.get(), run);
    } catch (IOException unusable) {
      LOG.log(
          System.Logger.Level.DEBUG,
          "Node lock file is unusable; relying on heartbeats in the database.",
          Masking.trace(unusable));
      close();
      return true;
    }
  }

  private boolean take(Path path, String run) throws IOException {
    Path folder = path.toAbsolutePath().getParent();
    if (folder != null) {
      OwnerOnly.makeFolder(folder);
    }
    FileChannel opened =
        FileChannel.open(
            path,
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
            OwnerOnly.file(path));
    channel = opened;
    boolean isOurs = isLocked(opened);
    ByteBuffer read = ByteBuffer.allocate(MAX_RUN);
    opened.read(read, 0);
    String last = new String(read.array(), 0, read.position(), StandardCharsets.US_ASCII).strip();
    before = last.isEmpty() ? Optional.empty() : Optional.of(last);
    if (!isOurs) {
      close();
      return false;
    }
    opened.truncate(0);
    opened.write(ByteBuffer.wrap(run.getBytes(StandardCharsets.US_ASCII)), 0);
    return true;
  }

  private static boolean isLocked(FileChannel opened) throws IOException {
    try {
      FileLock lock = opened.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException byThisProcess) {
      return false;
    }
  }

  /**
   * Returns the run that held it before: one that is over if the lock was taken, else one that
   * lives. Empty where that is not known.
   */
  Optional<String> before() {
    return before;
  }

  @Override
  public void close() {
    FileChannel open = channel;
    channel = null;
    if (open != null) {
      try {
        open.close();
      } catch (IOException e) {
        LOG.log(
            System.Logger.Level.DEBUG,
            "Closing the node lock file failed; ignored.",
            Masking.trace(e));
      }
    }
  }
}
