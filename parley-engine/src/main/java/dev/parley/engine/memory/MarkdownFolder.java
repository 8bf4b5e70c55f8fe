package dev.parley.engine.memory;

import dev.parley.engine.logging.Masking;
import dev.parley.engine.persistence.DiskFullDetector;
import dev.parley.id.WorkspaceId;
import dev.parley.problem.ParleyException;
import dev.parley.problem.StorageFull;
import dev.parley.problem.Unavailable;
import dev.parley.spi.IdempotentUpdates;
import dev.parley.spi.MemoryStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/**
 * Memory as Markdown files that people read, edit and keep in git: {@code memory/project.md},
 * {@code memory/agents/ID.md} and {@code sessions/ID/summary.md} below a home, and the same below
 * {@code workspaces/ID} for a workspace that is not {@code default}. UTF-8.
 *
 * <p>Safe for any thread, and for any number of processes of one machine: see {@link FolderLock}. A
 * writer without that lock, an editor or git, can write a file at the same moment as Parley. A name
 * that Windows takes for a device, and one that ends in a dot, gets a {@code ~}. Names that differ
 * in case are two files; where the file system does not distinguish them, the second is refused.
 * Symbolic links below the home are refused; the home may be one.
 */
public final class MarkdownFolder implements MemoryStore, IdempotentUpdates {
  private static final System.Logger LOG = System.getLogger(MarkdownFolder.class.getName());
  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);
  private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(30);
  private static final int MAX_BYTES = 4 * MAX_DOCUMENT;

  /** Work that can fail as files do. */
  @FunctionalInterface
  private interface Work<T> {
    T run() throws IOException;
  }

  private final Path home;
  private final InstantSource clock;
  private final Duration timeout;
  private final FolderKeys keys;

  /**
   * Makes a store below {@code home}, which the first write creates, with times from {@code clock}.
   */
  public MarkdownFolder(Path home, InstantSource clock) {
    this(home, clock, LOCK_TIMEOUT);
  }

  /** Makes a store whose writers wait {@code timeout} for their turn. */
  MarkdownFolder(Path home, InstantSource clock, Duration timeout) {
    this(home, clock, timeout, JpaMemoryStore.MAX_KEYS);
  }

  /** Makes a store that remembers the last {@code keys} idempotency keys of an agent. */
  MarkdownFolder(Path home, InstantSource clock, Duration timeout, int keys) {
    this.home = home.toAbsolutePath().normalize();
    this.clock = clock;
    this.timeout = timeout;
    this.keys = new FolderKeys(this.home, clock, keys, MarkdownFolder::readIfThere);
  }

  @Override
  public Optional<String> read(Document document) {
    return reached(() -> readIfThere(checked(document)));
  }

  @Override
  public void update(Document document, Function<Optional<String>, String> change) {
    locked(
        () -> {
          keys.settle();
          Path file = checked(document);
          replace(file, changed(file, change));
        });
  }

  /**
   * {@inheritDoc} The last keys of each agent in a workspace are remembered, as many as in a
   * database, in files beside the documents. That holds even after the process was killed between
   * any two of its steps.
   */
  @Override
  public boolean update(Document document, Write write, Function<Optional<String>, String> change) {
    AtomicBoolean first = new AtomicBoolean();
    locked(
        () -> {
          keys.settle();
          if (!keys.has(document, write)) {
            Path file = checked(document);
            String after = changed(file, change);
            keys.begin(document, write, after);
            replace(file, after);
            keys.finish(document, write);
            first.set(true);
          }
        });
    return first.get();
  }

  private void locked(FolderLock.Work work) {
    reached(
        () -> {
          FileWriting.makeFolder(home);
          FolderLock.of(home.toRealPath()).hold(timeout, work);
          return true;
        });
  }

  @Override
  public List<Saved> list(WorkspaceId workspace, Kind kind) {
    return reached(
        () ->
            kind == Kind.PROJECT
                ? savedAt(checked(new Document(workspace, kind, "")))
                    .map(time -> List.of(new Saved("", time)))
                    .orElseGet(List::of)
                : listed(FolderPaths.folder(home, workspace, kind), kind));
  }

  private static String changed(Path file, Function<Optional<String>, String> change)
      throws IOException {
    return DocumentLimits.checked(change.apply(readIfThere(file)));
  }

  private void replace(Path file, String after) throws IOException {
    FileWriting.makeFolder(file.resolveSibling(""));
    FileWriting.replace(file, after, clock.instant().truncatedTo(ChronoUnit.MILLIS));
  }

  private Path checked(Document document) throws IOException {
    return FolderPaths.checked(home, FolderPaths.file(home, document));
  }

  private static Optional<String> readIfThere(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw new IOException(file + " has more than " + MAX_BYTES + " bytes");
      }
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (NoSuchFileException absent) {
      return Optional.empty();
    }
  }

  private List<Saved> listed(Path folder, Kind kind) throws IOException {
    List<Saved> all = new ArrayList<>();
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(FolderPaths.checked(home, folder))) {
      for (Path found : files) {
        Path file = kind == Kind.SUMMARY ? found.resolve(FolderPaths.SUMMARY) : found;
        String name = nameOf(found, kind);
        if (!name.isEmpty()) {
          savedAt(file).ifPresent(time -> all.add(new Saved(name, time)));
        }
      }
    } catch (NoSuchFileException absent) {
      return List.of();
    }
    return List.copyOf(all);
  }

  private static String nameOf(Path found, Kind kind) {
    String fileName = String.valueOf(found.getFileName());
    if (kind == Kind.SUMMARY) {
      return FolderPaths.name(fileName);
    }
    return fileName.endsWith(FolderPaths.MARKDOWN)
        ? FolderPaths.name(fileName.substring(0, fileName.length() - FolderPaths.MARKDOWN.length()))
        : "";
  }

  /** Returns the time {@code file} was written; empty where it is not a readable file. */
  private static Optional<Instant> savedAt(Path file) throws IOException {
    if (Files.isSymbolicLink(file.resolveSibling(""))) {
      return Optional.empty();
    }
    try {
      BasicFileAttributes about =
          Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      return about.isRegularFile()
          ? Optional.of(about.lastModifiedTime().toInstant().truncatedTo(ChronoUnit.MILLIS))
          : Optional.empty();
    } catch (FileSystemException absent) {
      return Optional.empty();
    }
  }

  /** Runs {@code work}; logs a failure and refuses the call with a problem. */
  private static <T> T reached(Work<T> work) {
    try {
      return work.run();
    } catch (DirectoryIteratorException | IOException e) {
      if (DiskFullDetector.isIn(e)) {
        LOG.log(
            System.Logger.Level.WARNING,
            "Disk of the memory folder is full; writes are refused until there is room.");
        throw new ParleyException(StorageFull.DEFAULT);
      }
      LOG.log(
          System.Logger.Level.WARNING,
          "Access to a memory document failed; the call is refused and can be retried.",
          Masking.trace(e));
      throw new ParleyException(new Unavailable("The memory's folder", RETRY_AFTER));
    }
  }
}
