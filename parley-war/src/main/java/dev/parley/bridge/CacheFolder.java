package dev.parley.bridge;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * The folder of all that Parley makes from a runnable file, and can make again. It holds nothing
 * secret, and one user may make it for another.
 */
public final class CacheFolder {
  private CacheFolder() {}

  /**
   * Returns the folder, which may be absent: that of the property {@code parley.cache}, or {@code
   * parley} in {@code XDG_CACHE_HOME} or {@code ~/.cache}.
   */
  public static Path path() {
    String chosen = System.getProperty("parley.cache");
    if (chosen != null) {
      return Path.of(chosen).toAbsolutePath();
    }
    String base = System.getenv("XDG_CACHE_HOME");
    return base != null && !base.isBlank()
        ? Path.of(base).toAbsolutePath().resolve("parley")
        : Path.of(System.getProperty("user.home")).resolve(".cache").resolve("parley");
  }

  /**
   * Lets every user read a file or a folder in it, and its owner alone write to it, where the file
   * system has such permissions.
   */
  public static void share(Path path) throws IOException {
    if (path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      String permissions = Files.isDirectory(path) ? "rwxr-xr-x" : "rw-r--r--";
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    }
  }
}
