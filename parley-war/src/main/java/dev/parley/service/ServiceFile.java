package dev.parley.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * The file that makes a service known. A file at its path that does not have the mark of this
 * program is another's, and stays.
 *
 * @param path where it lies
 * @param text the text that this program would write
 */
record ServiceFile(Path path, String text) {
  private static final String MARK = "Written by java -jar parley.war service install.";
  static final String UNIT_MARK = "# " + MARK;
  static final String PLIST_MARK = "<!-- " + MARK + " -->";

  /** A file of another program may be of any length. */
  private static final int MAX_BYTES = 65_536;

  /** The relations of the file that is there to this one. */
  enum State {
    /** There is none. */
    ABSENT,
    /** It has this text. */
    CURRENT,
    /** It was written by this program, for another path or by another version. */
    OUTDATED,
    /** It is not this program's. */
    FOREIGN
  }

  State state() throws IOException {
    if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      return State.ABSENT;
    }
    if (!Files.isRegularFile(path) || Files.size(path) > MAX_BYTES) {
      return State.FOREIGN;
    }
    String current = Files.readString(path);
    if (current.equals(text)) {
      return State.CURRENT;
    }
    return current.contains(MARK) ? State.OUTDATED : State.FOREIGN;
  }

  /** Writes the file as a whole, readable by everyone: it has no secret. */
  void write() throws IOException {
    refuseForeign();
    Path folder = path.resolveSibling("");
    Files.createDirectories(folder);
    Path half = Files.createTempFile(folder, ".parley", ".new");
    try {
      Files.writeString(half, text);
      if (half.getFileSystem().supportedFileAttributeViews().contains("posix")) {
        Files.setPosixFilePermissions(half, PosixFilePermissions.fromString("rw-r--r--"));
      }
      Files.move(half, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(half);
    }
  }

  /** Deletes the file where it is this program's. */
  void delete() throws IOException {
    refuseForeign();
    Files.deleteIfExists(path);
  }

  /**
   * Checks whose file is there.
   *
   * @throws ServiceRefused where it is another's
   */
  void refuseForeign() throws IOException {
    if (state() == State.FOREIGN) {
      throw new ServiceRefused(path + " was not written by this program and stays as it is");
    }
  }

  /**
   * Returns a path as text.
   *
   * @throws ServiceRefused where it has a control character, which would begin another line
   */
  static String checked(Path path) {
    String text = path.toString();
    if (text.chars().anyMatch(Character::isISOControl)) {
      throw new ServiceRefused("a path with a control character cannot be that of a service");
    }
    return text;
  }
}
