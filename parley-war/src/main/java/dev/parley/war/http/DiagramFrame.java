package dev.parley.war.http;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Set;

/**
 * The page that draws diagrams in a frame, and the scripts it reads. It has an origin of its own
 * wherever it is opened, and reaches no network: what it draws arrives as a message, and what it
 * makes stays in it.
 */
public final class DiagramFrame {
  private static final String PAGE = "/assets/artifact/frame.html";

  /** These are of another origin for the frame, and hold nothing of the server. */
  private static final Set<String> FILES =
      Set.of(PAGE, "/assets/artifact/frame.js", "/assets/lib/mermaid.min.js");

  private static final String POLICY =
      "sandbox allow-scripts; default-src 'none'; script-src 'self'; style-src 'self'"
          + " 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

  private DiagramFrame() {}

  /**
   * Returns the policy of the file at {@code path}, which for all but the frame is {@code page}.
   */
  static String policy(String path, String page) {
    return path.equals(PAGE) ? POLICY : page;
  }

  /** Returns whether pages of another origin may load the file at {@code path}. */
  static boolean isForOtherOrigins(String path) {
    return FILES.contains(path);
  }

  /** Returns whether the frame asks for one of its files: a browser then names no origin. */
  public static boolean isAsking(HttpServletRequest request) {
    return "null".equals(request.getHeader("Origin"))
        && request.getMethod().equals("GET")
        && RequestPath.of(request).filter(FILES::contains).isPresent();
  }
}
