package dev.parley.bridge;

import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The folder in which programs of one user find each other while they run. */
final class StateFolder {
  private StateFolder() {}

  /**
   * Returns the folder for {@code purpose}, below {@code XDG_RUNTIME_DIR} or else below the cache
   * of the user's home; null where neither is known. Only {@code HOME} names the home, as the
   * scripts of the plugin read it there.
   */
  static @Nullable Path of(Map<String, String> environment, String purpose) {
    String base = environment.get("XDG_RUNTIME_DIR");
    if (base == null || base.isBlank()) {
      String home = environment.get("HOME");
      base = home == null || home.isBlank() ? null : home.concat("/.cache");
    }
    return base == null ? null : Path.of(base, "parley", purpose);
  }
}
