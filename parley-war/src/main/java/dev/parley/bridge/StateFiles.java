package dev.parley.bridge;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** The folders in which bridges, hooks and monitors of one user meet, for those who look there. */
public final class StateFiles {
  private StateFiles() {}

  /**
   * The folder for {@code purpose}: {@code wake} for monitors, {@code hook} for hooks, {@code
   * start} for servers that bridges start.
   */
  public static Optional<Path> folder(Map<String, String> environment, String purpose) {
    return Optional.ofNullable(StateFolder.of(environment, purpose));
  }
}
