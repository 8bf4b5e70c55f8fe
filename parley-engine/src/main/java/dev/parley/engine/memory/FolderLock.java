package dev.parley.engine.memory;

import dev.parley.engine.persistence.OwnerOnly;
import dev.parley.problem.ParleyException;
import dev.parley.problem.Unavailable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A lock for one writer to a folder: a lock in the JVM for the threads of this process, and an
 * advisory lock of the operating system on a file of the folder for all processes. The latter ends
 * with its process, however that ends.
 *
 * <p>The file stays open: closing it anywhere in a process ends every lock the process has on it.
 */
final class FolderLock {
  static final String FILE = ".parley-lock";

  private static final long LOOK_EVERY_NANOS = 1_000_000;
  private static final Map<Path, FolderLock> LOCKS = new ConcurrentHashMap<>();

  private final Path file;
  private final ReentrantLock threads = new ReentrantLock(true);
  private @Nullable FileChannel channel;
  private Optional<Object> opened = Optional.empty();

  private FolderLock(Path file) {
    this.file = file;
  }

  /** Returns the lock of {@code folder}, which exists, by its real path. */
  static FolderLock of(Path folder) {
    return LOCKS.computeIfAbsent(folder.resolve(FILE), FolderLock::new);
  }

  /** The work done under a lock. */
  @FunctionalInterface
  interface Work {
    void run() throws IOException;
  }

  /** Runs {@code work} alone; {@code unavailable} where its turn does not come in time. */
  void hold(Duration timeout, Work work) throws IOException {
    long deadline = System.nanoTime() + timeout.toNanos();
    try {
      if (!threads.tryLock(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
        throw busy();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw busy();
    }
    try {
      holdAmongProcesses(deadline, work);
    } finally {
      threads.unlock();
    }
  }

  private void holdAmongProcesses(long deadline, Work work) throws IOException {
    FileLock lock = lock(deadline);
    try {
      work.run();
    } finally {
      lock.release();
    }
  }

  /**
   * Takes the file lock by trying repeatedly. A wait inside the operating system has no end, and
   * the JVM refuses to wait at all for a lock of its own, as where two applications of one server
   * share a folder.
   */
  private FileLock lock(long deadline) throws IOException {
    for (; ; ) {
      FileChannel open = open();
      FileLock lock = tryLock(open);
      if (lock != null) {
        if (opened.isPresent() && opened.equals(identity(file))) {
          return lock;
        }
        // the file was deleted: a lock on it excludes nobody any more
        open.close();
      }
      if (System.nanoTime() - deadline > 0) {
        throw busy();
      }
      LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(LOOK_EVERY_NANOS));
    }
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException elsewhereInThisProcess) {
      return null;
    }
  }

  private FileChannel open() throws IOException {
    FileChannel open = channel;
    if (open == null || !open.isOpen()) {
      open =
          FileChannel.open(
              file,
              Set.of(
                  StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
              OwnerOnly.file(file));
      OwnerOnly.tighten(file);
      channel = open;
      opened = identity(file);
    }
    return open;
  }

  /**
   * Returns an identity that distinguishes this file from another of its name; the name itself
   * where the file system has none.
   */
  private static Optional<Object> identity(Path file) throws IOException {
    try {
      Object key =
          Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
              .fileKey();
      return Optional.of(key == null ? file : key);
    } catch (NoSuchFileException absent) {
      return Optional.empty();
    }
  }

  private static ParleyException busy() {
    return new ParleyException(
        new Unavailable("The memory's folder, which others write to,", Duration.ofSeconds(1)));
  }
}
