package dev.parley.war.rest;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Names of downloaded files, made from texts of agents. */
final class DownloadName {
  private static final int MAX_LENGTH = 100;

  /** The characters that a name of a file does not have on every system, or that hide its end. */
  private static final Pattern UNUSABLE = Pattern.compile("[^\\p{L}\\p{M}\\p{N} ._()+-]");

  /** A name is no hidden file, and no other folder. */
  private static final Pattern FIRST = Pattern.compile("^[ .]+");

  private static final Pattern NOT_ASCII = Pattern.compile("[^ -~]");
  private static final Pattern HAS_SUFFIX = Pattern.compile(".+\\.[A-Za-z0-9]{1,10}");

  private DownloadName() {}

  /**
   * Returns a name for a file that holds something named {@code text}, of at most {@value
   * #MAX_LENGTH} characters and its suffix.
   *
   * @param suffix the end of a name that has none, with its dot
   */
  static String of(String text, String suffix) {
    String usable = FIRST.matcher(UNUSABLE.matcher(text).replaceAll("_")).replaceFirst("");
    boolean hasOwn = HAS_SUFFIX.matcher(usable).matches() && usable.length() <= MAX_LENGTH;
    String cut = usable.substring(0, usable.offsetByCodePoints(0, shortened(usable))).strip();
    return (cut.isEmpty() ? "artifact" : cut) + (hasOwn ? "" : suffix);
  }

  private static int shortened(String text) {
    return Math.min(MAX_LENGTH, text.codePointCount(0, text.length()));
  }

  /** Returns the value of a {@code Content-Disposition} header, as RFC 6266 has it. */
  static String disposition(String name) {
    String encoded = URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    return "attachment; filename=\""
        + NOT_ASCII.matcher(name).replaceAll("_")
        + "\"; filename*=UTF-8''"
        + encoded;
  }
}
