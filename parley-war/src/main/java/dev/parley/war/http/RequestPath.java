package dev.parley.war.http;

import jakarta.servlet.http.HttpServletRequest;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The path of a request below the context, as every filter decides on it. A path whose meaning
 * depends on who reads it is none: one with a {@code .} or {@code ..} segment, or with path
 * parameters, in any encoding.
 */
public final class RequestPath {
  private static final Pattern SEPARATOR = Pattern.compile("[/\\\\]");
  private static final int MAX_DECODINGS = 3;

  private RequestPath() {}

  /**
   * The path as the client wrote it, which begins with a slash or is empty; empty for an unclear
   * one.
   */
  public static Optional<String> of(HttpServletRequest request) {
    String uri = request.getRequestURI();
    String context = request.getContextPath();
    if (uri == null || !uri.startsWith(context)) {
      return Optional.empty();
    }
    String path = uri.substring(context.length());
    boolean below = path.isEmpty() || path.startsWith("/");
    return below && isPlain(path) ? Optional.of(path) : Optional.empty();
  }

  /** Returns whether {@code path} has no segment that a reader may take for another path. */
  static boolean isPlain(String path) {
    String read = path;
    for (int i = 0; i < MAX_DECODINGS; i++) {
      if (hasDots(read) || read.indexOf(';') >= 0) {
        return false;
      }
      if (read.indexOf('%') < 0) {
        return true;
      }
      try {
        read = URLDecoder.decode(read.replace("+", "%2B"), StandardCharsets.UTF_8);
      } catch (IllegalArgumentException notEncoded) {
        return true; // a percent sign that stands for itself
      }
    }
    return !hasDots(read) && read.indexOf(';') < 0;
  }

  private static boolean hasDots(String path) {
    if (path.indexOf('.') < 0) {
      return false;
    }
    for (String segment : SEPARATOR.split(path, -1)) {
      if (segment.equals(".") || segment.equals("..")) {
        return true;
      }
    }
    return false;
  }
}
