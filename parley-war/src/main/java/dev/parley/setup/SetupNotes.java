package dev.parley.setup;

import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * The notes of a setup, by which it can be taken back.
 *
 * @param files the files it wrote
 * @param folders the folders it made, the outer ones first
 */
record SetupNotes(List<FileNote> files, List<Path> folders) {
  /** The notes of a setup that never ran. */
  static final SetupNotes NONE = new SetupNotes(List.of(), List.of());

  SetupNotes {
    files = List.copyOf(files);
    folders = List.copyOf(folders);
  }

  /**
   * A file that was written.
   *
   * @param before the file as it was; empty where there was none
   * @param digest the digest of what was written
   */
  record FileNote(Path path, Optional<byte[]> before, String digest) {
    boolean isStill(byte[] content) {
      return digest.equals(SetupNotes.digest(content));
    }
  }

  /** The note about a file. */
  Optional<FileNote> of(Path path) {
    return files.stream().filter(file -> file.path().equals(path)).findFirst();
  }

  static String digest(byte[] content) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    } catch (NoSuchAlgorithmException everyJdkHasIt) {
      throw new IllegalStateException(everyJdkHasIt);
    }
  }
}
