package dev.parley.engine;

import java.util.Optional;

/**
 * A word of a {@link BoardWriter}: what it did, under which key, and what it got for it.
 *
 * @param what the kind of write, for example {@code task}
 * @param key what tells it from others of its kind
 * @param value an id, a position or a version
 */
record Said(String what, String key, String value) {
  /** The word in a line that {@link #line} has made; none where its end was cut off by a death. */
  static Optional<Said> in(String line) {
    String[] part = line.split(" ", 4);
    return line.endsWith(" .")
        ? Optional.of(new Said(part[0], part[1], part[2]))
        : Optional.empty();
  }

  String line() {
    return what + " " + key + " " + value + " .";
  }
}
