package dev.parley.setup;

import java.util.Optional;

/**
 * A change of one file that can be made again and taken back. Both refuse with {@link
 * SetupException} a text that they cannot read.
 */
interface ConfigEdit {
  /** The text with the change made; the same text where it is made already. */
  String apply(Optional<String> current);

  /**
   * The text without the change, everything else as it is in {@code current}; empty where nothing
   * is left of a file that was not there before.
   */
  Optional<String> without(String current, OriginalContent original);

  /** The part of the file that the change is about, for a person. */
  String shown();
}
