package dev.parley.setup;

import java.util.Optional;

/**
 * A file as it was before the setup.
 *
 * @param known whether that was noted; nothing is known of a file whose notes were lost
 * @param text the file's text; empty where there was no file
 */
record OriginalContent(boolean known, Optional<String> text) {
  /** The file of which nothing was noted. */
  static final OriginalContent UNKNOWN = new OriginalContent(false, Optional.empty());

  static OriginalContent of(Optional<String> text) {
    return new OriginalContent(true, text);
  }

  /** Returns true if there was surely no file. */
  boolean isAbsent() {
    return known && text.isEmpty();
  }
}
