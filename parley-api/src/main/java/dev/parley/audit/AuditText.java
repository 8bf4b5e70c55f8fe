package dev.parley.audit;

/** Texts as every database stores them alike. */
final class AuditText {
  private static final char REPLACEMENT = '?';

  private AuditText() {}

  /**
   * Returns the first {@code max} characters, with a question mark for each control character and
   * each half of a character; {@code text} itself where that changes nothing.
   */
  static String cut(String text, int max) {
    return text.length() <= max && isPlain(text) ? text : copied(text, max);
  }

  /** Returns true if no character is replaced; a pair of halves counts as if one was. */
  private static boolean isPlain(String text) {
    for (int i = 0; i < text.length(); i++) {
      char at = text.charAt(i);
      if (Character.isISOControl(at) || Character.isSurrogate(at)) {
        return false;
      }
    }
    return true;
  }

  private static String copied(String text, int max) {
    int end = Math.min(text.length(), max);
    StringBuilder kept = new StringBuilder(end);
    for (int i = 0; i < end; i++) {
      char at = text.charAt(i);
      if (Character.isHighSurrogate(at)
          && i + 1 < end
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        kept.append(at).append(text.charAt(++i));
      } else {
        boolean isStored = !Character.isISOControl(at) && !Character.isSurrogate(at);
        kept.append(isStored ? at : REPLACEMENT);
      }
    }
    return kept.toString();
  }
}
