package dev.parley.bridge;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The files by which the bridges of one user start one server: a lock, the process that was started
 * last, and its log. The lock is one of the operating system, which a killed process gives back.
 */
final class StartFolder {
  private static final int MAX_TAIL = 4_096;
  private static final int MAX_SENTENCE = 300;
  private static final String UP = " up";

  /** A process is written down within this time of its start, or it is another with its number. */
  private static final Duration MAX_WRITTEN_AFTER = Duration.ofMinutes(2);

  /** The clock of a process is that of the machine's start, and a second coarser. */
  private static final Duration CLOCKS_APART = Duration.ofSeconds(5);

  private final Path lock;
  private final Path process;
  private final Path log;

  private StartFolder(Path folder, int port) {
    this.lock = folder.resolve("lock");
    this.process = folder.resolve("server-" + port + ".pid");
    this.log = folder.resolve("server-" + port + ".log");
  }

  /** Returns the folder of the user, made where it was missing, for the server at this port. */
  static StartFolder of(Map<String, String> environment, int port) throws IOException {
    Path known = StateFolder.of(environment, "start");
    Path folder =
        known != null
            ? known
            : Path.of(System.getProperty("user.home", "."), ".cache", "parley", "start");
    Files.createDirectories(folder);
    if (isPosix(folder)) {
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
    }
    return new StartFolder(folder.toAbsolutePath(), port);
  }

  private static boolean isPosix(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  /** The file that the process of a started server is written to. */
  Path process() {
    return process;
  }

  /** The log of the server, for its user alone, made where it was missing. */
  Path log() throws IOException {
    try {
      if (isPosix(log)) {
        Files.createFile(
            log,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      } else {
        Files.createFile(log);
      }
    } catch (FileAlreadyExistsException fromBefore) {
      // The next server goes on in it.
    }
    return log;
  }

  /** The length of the log. */
  long logged() {
    try {
      return Files.size(log);
    } catch (IOException none) {
      return 0;
    }
  }

  /** The last line of the log behind {@code from}, cut to the length of a sentence. */
  String lastLine(long from) {
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      long length = file.length();
      long begin = Math.max(from > length ? 0 : from, length - MAX_TAIL);
      byte[] tail = new byte[(int) (length - begin)];
      file.seek(begin);
      file.readFully(tail);
      String last = "";
      for (String line : new String(tail, UTF_8).split("\n", -1)) {
        last = line.isBlank() ? last : line.strip();
      }
      last = last.startsWith("parley: ") ? last.substring("parley: ".length()) : last;
      return last.length() > MAX_SENTENCE ? last.substring(0, MAX_SENTENCE).concat("...") : last;
    } catch (IOException unreadable) {
      return "";
    }
  }

  /**
   * The process that was started last.
   *
   * @param isUp whether it was seen to answer
   * @param since when it was written down
   */
  record Started(long pid, boolean isUp, Instant since) {
    /** Returns true if it runs, and is not another process with its number. */
    boolean isAlive() {
      Optional<ProcessHandle> found = ProcessHandle.of(pid);
      if (found.isEmpty() || !found.get().isAlive()) {
        return false;
      }
      Optional<Instant> began = found.get().info().startInstant();
      return began.isEmpty()
          || (began.get().isBefore(since.plus(CLOCKS_APART))
              && began.get().isAfter(since.minus(MAX_WRITTEN_AFTER)));
    }

    /** Returns true if it was started less than this long ago. */
    boolean isYoungerThan(Duration age) {
      return since.isAfter(Instant.now().minus(age));
    }
  }

  /** Returns the server that was started last; null where none is known. */
  @Nullable Started last() {
    try {
      String written = Files.readString(process).strip();
      boolean isUp = written.endsWith(UP);
      String pid = isUp ? written.substring(0, written.length() - UP.length()) : written;
      Instant since = Files.getLastModifiedTime(process).toInstant();
      return new Started(Long.parseLong(pid), isUp, since);
    } catch (IOException | NumberFormatException none) {
      return null;
    }
  }

  /** Notes that the server that was started last answers. */
  void noteUp(Started server) throws IOException {
    Files.writeString(process, server.pid() + UP);
  }

  /** Returns the lock, not taken yet. */
  Lock lock() throws IOException {
    return new Lock(FileChannel.open(lock, CREATE, WRITE));
  }

  /** The right to start a server. */
  static final class Lock implements AutoCloseable {
    private final FileChannel channel;
    private @Nullable FileLock taken;

    private Lock(FileChannel channel) {
      this.channel = channel;
    }

    /** Takes it if nobody else has it; returns whether this process has it. */
    boolean take() throws IOException {
      if (taken == null) {
        try {
          taken = channel.tryLock();
        } catch (OverlappingFileLockException inThisProcess) {
          return false;
        }
      }
      return taken != null;
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
