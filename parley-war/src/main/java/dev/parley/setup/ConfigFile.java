package dev.parley.setup;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A file of a configuration: read whole, and replaced whole. A symbolic link stays one; the file
 * that it leads to is written.
 *
 * @param path the file itself, behind all links
 */
record ConfigFile(Path path) {
  /** A configuration of a client that is larger is not one. */
  static final int MAX_BYTES = 8_000_000;

  private static final int MAX_LINKS = 40;

  /** The file behind {@code path}. */
  static ConfigFile at(Path path) throws IOException {
    Path file = path;
    for (int i = 0; Files.isSymbolicLink(file); i++) {
      if (i == MAX_LINKS) {
        throw new SetupException("too many symbolic links");
      }
      file = file.resolveSibling(Files.readSymbolicLink(file)).normalize();
    }
    return new ConfigFile(file);
  }

  /** The content; empty where there is no file. */
  Optional<byte[]> read() throws IOException {
    if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    } else if (!Files.isRegularFile(path)) {
      throw new SetupException("it is not a file");
    }
    check(Files.size(path));
    return Optional.of(Files.readAllBytes(path));
  }

  /** Refuses a size that no file may have, neither before nor after a setup. */
  static void check(long bytes) {
    if (bytes > MAX_BYTES) {
      throw new SetupException("the file is larger than " + MAX_BYTES + " bytes");
    }
  }

  /** The folders above the file that do not exist yet, the outer ones first. */
  List<Path> missingFolders() {
    List<Path> missing = new ArrayList<>();
    Path folder = path.toAbsolutePath().getParent();
    while (folder != null && !Files.exists(folder)) {
      missing.add(folder);
      folder = folder.getParent();
    }
    Collections.reverse(missing);
    return missing;
  }

  /** Replaces the content at once, so that a reader never sees a half; keeps the permissions. */
  void write(byte[] content, boolean executable) throws IOException {
    Path folder = path.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    Path half = path.resolveSibling("." + path.getFileName() + ".parley-setup");
    try {
      Files.deleteIfExists(half);
      Files.createFile(half);
      permissions(half, executable);
      Files.write(half, content);
      try {
        Files.move(half, path, StandardCopyOption.ATOMIC_MOVE);
      } catch (AtomicMoveNotSupportedException otherwise) {
        Files.move(half, path, StandardCopyOption.REPLACE_EXISTING);
      }
    } finally {
      Files.deleteIfExists(half);
    }
  }

  private void permissions(Path half, boolean executable) throws IOException {
    if (!half.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      return;
    }
    Path like = Files.exists(path) ? path : half;
    Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
    permissions.addAll(Files.getPosixFilePermissions(like));
    if (executable) {
      permissions.add(PosixFilePermission.OWNER_EXECUTE);
      permissions.add(PosixFilePermission.GROUP_EXECUTE);
      permissions.add(PosixFilePermission.OTHERS_EXECUTE);
    }
    Files.setPosixFilePermissions(half, permissions);
  }

  void delete() throws IOException {
    Files.deleteIfExists(path);
  }
}
