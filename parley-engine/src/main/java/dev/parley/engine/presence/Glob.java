package dev.parley.engine.presence;

/**
 * A pattern over whole texts: {@code *} matches any number of characters, {@code ?} one, everything
 * else itself. It backtracks to the last star only, so the work of a match is bounded by the
 * product of both lengths, whatever the pattern.
 */
final class Glob {
  private final String pattern;

  Glob(String pattern) {
    this.pattern = pattern;
  }

  boolean matches(String text) {
    int p = 0;
    int t = 0;
    int star = -1;
    int retry = 0;
    while (t < text.length()) {
      if (p < pattern.length() && pattern.charAt(p) == '*') {
        star = p;
        p++;
        retry = t;
      } else if (p < pattern.length() && takes(pattern.charAt(p), text.charAt(t))) {
        p++;
        t++;
      } else if (star >= 0) {
        retry++;
        t = retry;
        p = star + 1;
      } else {
        return false;
      }
    }
    while (p < pattern.length() && pattern.charAt(p) == '*') {
      p++;
    }
    return p == pattern.length();
  }

  private static boolean takes(char wanted, char there) {
    return wanted == '?' || wanted == there;
  }
}
