package dev.parley.engine.team;

/** An error in a file. It never leaves the package: the file's name is added first. */
final class TeamFileException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final int MAX_QUOTED = 100;

  private final int line;

  TeamFileException(int line, String sentence) {
    super(sentence);
    this.line = line;
  }

  /** Returns the line of the error, from 1. */
  int line() {
    return line;
  }

  /** Returns a text of the file in a form for messages: short and in one line. */
  static String shown(String text) {
    StringBuilder shown = new StringBuilder();
    text.codePoints()
        .limit(MAX_QUOTED)
        .forEach(c -> shown.appendCodePoint(Character.isISOControl(c) ? ' ' : c));
    return text.codePointCount(0, text.length()) > MAX_QUOTED ? shown + "..." : shown.toString();
  }
}
