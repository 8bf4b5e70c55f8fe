package dev.parley.bridge;

import java.nio.file.Path;

/** The folder of all that Parley makes from a runnable file, and can make again. */
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
}
