package dev.parley.audit;

/** Texts as every database stores them alike. */
final class AuditText {
  private static final char REPLACEMENT = '?';

  private AuditText() {}

  /**
   * Returns the first {@code max} characters, with a question mark for each control character and
   * each half of a character.
   */
  static String cut(String text, int max) {
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
