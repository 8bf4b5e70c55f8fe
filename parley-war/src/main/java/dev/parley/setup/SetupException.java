package dev.parley.setup;

/** A reason to change nothing, as a sentence for the person who ran the setup. */
final class SetupException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  SetupException(String sentence) {
    super(sentence);
  }

  /** A fault of a file's text, by the line it is in. */
  static SetupException at(String text, int index, String fault) {
    int line = 1;
    for (int i = 0; i < index && i < text.length(); i++) {
      boolean pair = text.charAt(i) == '\r' && i + 1 < text.length() && text.charAt(i + 1) == '\n';
      line += text.charAt(i) == '\n' || (text.charAt(i) == '\r' && !pair) ? 1 : 0;
    }
    return new SetupException("line " + line + ": " + fault);
  }

  /** Returns the message as a sentence. */
  String sentence() {
    return String.valueOf(getMessage());
  }
}
