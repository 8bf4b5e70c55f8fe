package dev.parley.engine.memory;

import dev.parley.engine.persistence.FolderSync;
import dev.parley.engine.persistence.OwnerOnly;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Set;

/**
 * Replaces a whole file by another: readers see the one or the other, even after the process was
 * killed or the power was cut. Writers run one at a time.
 */
final class FileWriting {
  private static final String UNFINISHED = ".parley-tmp";

  private FileWriting() {}

  /**
   * Replaces the content of {@code file}, whose folder exists, by {@code text}, with the time
   * {@code time}.
   */
  static void replace(Path file, String text, Instant time) throws IOException {
    Path folder = file.resolveSibling("");
    clear(folder);
    Path unfinished =
        folder.resolve("." + file.getFileName() + "." + ProcessHandle.current().pid() + UNFINISHED);
    try {
      write(unfinished, text, time);
      Files.move(
          unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException | RuntimeException e) {
      Files.deleteIfExists(unfinished);
      throw e;
    }
    FolderSync.force(folder);
  }

  /** Creates {@code folder} and its missing parents. */
  static void makeFolder(Path folder) throws IOException {
    if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    Path above = folder.getParent();
    if (above != null) {
      makeFolder(above);
    }
    try {
      Files.createDirectory(folder, OwnerOnly.folder(folder));
    } catch (FileAlreadyExistsException somebodyElseMadeIt) {
      if (!Files.isDirectory(folder)) {
        throw somebodyElseMadeIt;
      }
      return;
    }
    if (above != null) {
      FolderSync.force(above);
    }
  }

  private static void write(Path file, String text, Instant time) throws IOException {
    try (FileChannel out =
        FileChannel.open(
            file,
            Set.of(
                StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
            OwnerOnly.file(file))) {
      ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        out.write(bytes);
      }
      Files.setLastModifiedTime(file, FileTime.from(time));
      out.force(true);
    }
  }

  /** Removes files a killed process left here. */
  private static void clear(Path folder) throws IOException {
    try (DirectoryStream<Path> left = Files.newDirectoryStream(folder, ".*" + UNFINISHED)) {
      for (Path unfinished : left) {
        Files.deleteIfExists(unfinished);
      }
    }
  }
}
