package dev.parley.engine.team;

/** Something wrong in a file. It never leaves the package: the file's name is added first. */
final class TeamFileException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final int MAX_QUOTED = 100;

  private final int line;

  TeamFileException(int line, String sentence) {
    super(sentence);
    this.line = line;
  }

  /** Where it is wrong, from 1. */
  int line() {
    return line;
  }

  /** A text of the file, short enough and in one line, to be put into a sentence. */
  static String shown(String text) {
    StringBuilder shown = new StringBuilder();
    text.codePoints()
        .limit(MAX_QUOTED)
        .forEach(c -> shown.appendCodePoint(Character.isISOControl(c) ? ' ' : c));
    return text.codePointCount(0, text.length()) > MAX_QUOTED ? shown + "..." : shown.toString();
  }
}
