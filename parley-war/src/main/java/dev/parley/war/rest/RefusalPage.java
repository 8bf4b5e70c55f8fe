package dev.parley.war.rest;

import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.nio.charset.StandardCharsets;

/**
 * The plain page of somebody who could not log in. Nothing in it runs, and nothing is loaded for
 * it: its text may come from another server.
 */
final class RefusalPage {
  private static final String POLICY =
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private static final String PAGE =
      """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <meta name="color-scheme" content="light dark">
      <title>Parley: not logged in</title>
      </head>
      <body>
      <main>
      <h1>You are not logged in</h1>
      <p role="alert">SENTENCE</p>
      <p><a href="HOME">Back to the login</a></p>
      </main>
      </body>
      </html>
      """;

  private RefusalPage() {}

  /**
   * Returns the page as an answer.
   *
   * @param sentence the reason; any text
   * @param home the address of the login
   */
  static Response.ResponseBuilder answer(int status, String sentence, String home) {
    return Response.status(status)
        .type("text/html;charset=utf-8")
        .header(HttpHeaders.CACHE_CONTROL, JsonResponses.NOT_KEPT)
        .header("Content-Security-Policy", POLICY)
        .header("Referrer-Policy", "no-referrer")
        .entity(page(sentence, home).getBytes(StandardCharsets.UTF_8));
  }

  static String page(String sentence, String home) {
    return PAGE.replace("HOME", escaped(home)).replace("SENTENCE", escaped(sentence));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }
}
