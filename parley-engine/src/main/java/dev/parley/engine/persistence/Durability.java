package dev.parley.engine.persistence;

import dev.parley.problem.InvalidArgument;

/** The state of a commit in an H2 file when it is acknowledged. */
public enum Durability {
  /** It is in the file: it survives a killed process, but may be lost in a power cut. */
  COMMIT,
  /** The file was forced to the disk since: it survives a power cut, too. */
  FSYNC;

  /**
   * Returns the durability called {@code commit} or {@code fsync}.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} for anything else
   */
  public static Durability parse(String word) {
    for (Durability durability : values()) {
      if (durability.name().equalsIgnoreCase(word)) {
        return durability;
      }
    }
    throw InvalidArgument.refusal("durability", "it must be commit or fsync, not " + word);
  }

  /**
   * Refuses this for rows that are not in an H2 file which Parley opens: another database has its
   * own settings.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} unless it is {@link
   *     #COMMIT}
   */
  public void refuseWithoutFile() {
    if (this != COMMIT) {
      throw InvalidArgument.refusal(
          "durability",
          "fsync is for an H2 file that Parley opens; another database decides by its own settings"
              + " what a commit survives");
    }
  }
}
