package dev.parley.engine.waiting;

import java.util.Arrays;
import java.util.Optional;

/** The end an agent declares with the beginning of a message. */
public enum DeclaredEnd {
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
  public static Optional<DeclaredEnd> of(String text) {
    String content = text.stripLeading();
    return Arrays.stream(values()).filter(end -> content.startsWith(end.prefix)).findFirst();
  }

  /** Returns true if the agent does not go on by itself, whatever is answered. */
  public boolean isFinal() {
    return this != WAITING;
  }

  /** Returns true if a message of this text declares this end. */
  public boolean isDeclaredIn(String text) {
    return text.stripLeading().startsWith(prefix);
  }

  /** Returns the words after the prefix and its bar; empty where there are none. */
  public String words(String text) {
    String words = text.stripLeading().substring(prefix.length()).strip();
    return (words.startsWith("|") ? words.substring(1) : words).strip();
  }

  /** Returns the words on one line, cut after {@code max} characters. */
  public Optional<String> reason(String text, int max) {
    return Optional.of(CutText.of(words(text).replaceAll("\\s+", " "), max))
        .filter(reason -> !reason.isEmpty());
  }
}
