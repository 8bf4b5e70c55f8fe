package dev.parley.trust;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;

/**
 * A file with a token, which only its owner may read. A file of the system's administrator may be
 * open to one group as well, since that is how a platform gives a secret to a program.
 */
public final class TokenFile {
  /** The size of the largest file that is read, in bytes. */
  public static final int MAX_BYTES = 65_536;

  private static final String ADMINISTRATOR = "root";

  private TokenFile() {}

  /**
   * Returns the text of the file without the blanks around it.
   *
   * @throws IllegalArgumentException where the file is absent, too large, empty, or readable by
   *     others
   */
  public static String read(String name) {
    try {
      Path file = Path.of(name);
      byte[] bytes;
      try (InputStream in = Files.newInputStream(file)) {
        refuseIfOpen(file, name);
        bytes = in.readNBytes(MAX_BYTES + 1);
      }
      if (bytes.length > MAX_BYTES) {
        throw new IllegalArgumentException(
            "the token file " + name + " has more than " + MAX_BYTES + " bytes");
      }
      String token = new String(bytes, UTF_8).strip();
      if (token.isEmpty()) {
        throw new IllegalArgumentException("the token file " + name + " is empty");
      }
      return token;
    } catch (NoSuchFileException absent) {
      throw new IllegalArgumentException("the token file " + name + " does not exist", absent);
    } catch (IOException unreadable) {
      throw new IllegalArgumentException(
          "the token file " + name + " cannot be read by this user", unreadable);
    }
  }

  private static void refuseIfOpen(Path file, String name) throws IOException {
    if (!file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      return;
    }
    PosixFileAttributes attributes =
        Files.readAttributes(file, PosixFileAttributes.class, new LinkOption[0]);
    Set<PosixFilePermission> permissions = attributes.permissions();
    boolean others =
        permissions.contains(PosixFilePermission.OTHERS_READ)
            || permissions.contains(PosixFilePermission.OTHERS_WRITE);
    boolean group =
        permissions.contains(PosixFilePermission.GROUP_WRITE)
            || (permissions.contains(PosixFilePermission.GROUP_READ)
                && !attributes.owner().getName().equals(ADMINISTRATOR));
    if (others || group) {
      throw new IllegalArgumentException(
          "the token file " + name + " is open to other users: chmod 600 " + name);
    }
  }
}
