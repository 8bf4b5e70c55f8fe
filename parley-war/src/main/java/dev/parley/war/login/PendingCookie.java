package dev.parley.war.login;

import dev.parley.war.oidc.IssuerLogin;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.core.NewCookie;
import java.time.Duration;
import java.util.List;

/**
 * The cookie of a login that waits for its issuer. It goes to the paths of such logins alone, out
 * of reach of scripts, and is sent when the issuer sends the browser back, which is another site. A
 * browser has one, so the login it began last counts.
 */
public final class PendingCookie {
  private PendingCookie() {}

  /** Returns the texts of this server's cookies in a request. */
  public static List<String> sentWith(HttpServletRequest request) {
    return LoginCookie.sentWith(request, nameFor(request));
  }

  /**
   * Returns the header that makes a browser keep an attempt.
   *
   * @param text the text, empty to forget it
   * @param secure whether the browser came by TLS, and so must send it by TLS alone
   * @param longest the time a browser keeps it
   */
  public static NewCookie header(
      HttpServletRequest request, String text, boolean secure, Duration longest) {
    return new NewCookie.Builder(nameFor(request))
        .value(text)
        .path(request.getContextPath() + IssuerLogin.PATH)
        .maxAge((int) longest.toSeconds())
        .httpOnly(true)
        .secure(secure)
        .sameSite(NewCookie.SameSite.LAX)
        .build();
  }

  private static String nameFor(HttpServletRequest request) {
    return "parley-oidc-" + request.getLocalPort();
  }
}
