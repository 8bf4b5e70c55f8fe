package dev.parley.war.oidc;

/** The refusal of a token. Its reason is for the log of the server, never for the caller. */
final class TokenRefused extends Exception {
  private static final long serialVersionUID = 1;
  private static final int MAX_LENGTH = 200;

  /**
   * Refuses a token.
   *
   * @param reason a clause, whose full stop is left out; it may have text of the token in it
   */
  TokenRefused(String reason) {
    super(onOneLine(reason), null, false, false);
  }

  /** Bounds a text that its sender may have chosen, so that it makes no line of its own. */
  static String onOneLine(String reason) {
    String cut = reason.length() <= MAX_LENGTH ? reason : reason.substring(0, MAX_LENGTH) + "...";
    return cut.replaceAll("[^\\x20-\\x7e]", "?").replaceFirst("\\.$", "");
  }
}
