package dev.parley.engine.work;

import dev.parley.session.WorkState;
import java.util.Arrays;
import java.util.Optional;

/** The end an agent declares with the beginning of a message. */
enum DeclaredEnd {
  /** It goes on after an answer. */
  WAITING("end:waiting"),
  /** It has finished. */
  DONE("end:_done"),
  /** It has failed. */
  FAILED("end:failed");

  private final String prefix;

  DeclaredEnd(String prefix) {
    this.prefix = prefix;
  }

  /** Returns the end that a message of this text declares. */
  static Optional<DeclaredEnd> of(String text) {
    String content = text.stripLeading();
    return Arrays.stream(values()).filter(end -> content.startsWith(end.prefix)).findFirst();
  }

  /** Returns the words after the prefix and its bar, on one line. */
  Optional<String> reason(String text) {
    String words = text.stripLeading().substring(prefix.length()).strip();
    String line = (words.startsWith("|") ? words.substring(1) : words).strip();
    return Optional.of(cut(line.replaceAll("\\s+", " "))).filter(reason -> !reason.isEmpty());
  }

  /** Cuts without halving a character of two code units. */
  private static String cut(String words) {
    if (words.length() <= WorkState.MAX_REASON) {
      return words;
    }
    boolean halves = Character.isHighSurrogate(words.charAt(WorkState.MAX_REASON - 1));
    return words.substring(0, WorkState.MAX_REASON - (halves ? 1 : 0));
  }
}
