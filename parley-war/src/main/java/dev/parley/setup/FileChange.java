package dev.parley.setup;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/**
 * A file as it is, and as it is going to be.
 *
 * @param current the content that was read; empty where there is no file
 * @param wanted the content to write; empty where the file goes
 */
record FileChange(
    Path path, Optional<byte[]> current, Optional<byte[]> wanted, boolean executable) {
  boolean isNone() {
    return isSame(current, wanted);
  }

  static boolean isSame(Optional<byte[]> one, Optional<byte[]> other) {
    return one.isPresent() == other.isPresent()
        && (one.isEmpty() || Arrays.equals(one.get(), other.orElseThrow()));
  }

  /** Writes the file, unless another program did since it was read. */
  void make() throws IOException {
    if (!isSame(ConfigFile.at(path).read(), current)) {
      throw new IOException("another program changed the file meanwhile; run setup again");
    }
    put(wanted);
  }

  /** Puts the file as it was. */
  void undo() throws IOException {
    put(current);
  }

  void put(Optional<byte[]> content) throws IOException {
    ConfigFile file = ConfigFile.at(path);
    if (content.isPresent()) {
      file.write(content.get(), executable);
    } else {
      file.delete();
    }
  }

  /** A word for a person. */
  String word() {
    if (isNone()) {
      return "unchanged";
    } else if (wanted.isEmpty()) {
      return "removed";
    }
    return current.isEmpty() ? "created" : "changed";
  }
}
