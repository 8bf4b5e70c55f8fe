package dev.parley.war.oauth;

import dev.parley.credential.Scope;
import dev.parley.engine.id.Sha256;
import dev.parley.oauth.ConsentRequest;
import dev.parley.war.login.Login;
import jakarta.ws.rs.core.Response;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;

/**
 * The pages of the authorization server. They need no script and load nothing. All that a client
 * says of itself is escaped, and stands below the address the browser is sent to, which it cannot
 * make up.
 */
final class ConsentPage {
  private static final int OK = 200;
  private static final String STYLE =
      """
      :root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
      body{max-width:34rem;margin:2rem auto;padding:0 1rem}
      h1{font-size:1.4rem}
      .origin{font-size:1.2rem;font-weight:600;overflow-wrap:anywhere}
      .said{overflow-wrap:anywhere}
      .error{border-left:.3rem solid #c00;padding-left:.8rem}
      label{display:block;margin:.8rem 0 .2rem}
      input[type=text],input[type=password]{width:100%;box-sizing:border-box;font:inherit;padding:.4rem}
      fieldset{margin:1rem 0;border:1px solid #888}
      fieldset label{margin:.2rem 0}
      button{font:inherit;padding:.5rem 1.2rem;margin:1rem .6rem 0 0}
      """;
  private static final String STYLE_HASH = hash(STYLE);

  private ConsentPage() {}

  /** A page that asks a person to log in, and goes on to a query afterwards. */
  static Response login(String path, String query, Optional<String> mistake, int status) {
    String body =
        """
        <h1>Log in to Parley</h1>
        %s<p>A program on your machine or on the web wants to act for you here. Log in to see what it
        wants.</p>
        <form method="post" action="%s/login">
        <input type="hidden" name="query" value="%s">
        <label for="name">Your name</label>
        <input type="text" id="name" name="name" autocomplete="username" maxlength="32">
        <label for="token">Token of this server</label>
        <input type="password" id="token" name="token" autocomplete="current-password" required>
        <button type="submit">Log in</button>
        </form>
        <p><a href="%s?%s">I am logged in already: go on</a></p>
        """
            .formatted(
                error(mistake), escaped(path), escaped(query), escaped(path), escaped(query));
    return page("Log in", "", body, "'self'", status);
  }

  /**
   * A page that loads an address. To the browser that is a step of its own: it sends the cookie of
   * a login, which it does not do with a step from another site, and no policy of a form holds.
   */
  static Response goOn(String to) {
    String address = escaped(to);
    return page(
        "One moment",
        "<meta http-equiv=\"refresh\" content=\"0;url=" + address + "\">",
        "<p><a href=\"" + address + "\">Go on</a></p>",
        "'none'",
        OK);
  }

  /** A page that says why nothing can be done. */
  static Response refusal(int status, String sentence) {
    return page(
        "Refused",
        "",
        "<h1>That does not work</h1>\n<p class=\"error\">" + escaped(sentence) + "</p>",
        "'none'",
        status);
  }

  /** The fields of the page that asks a person. */
  record Fields(String ticket, String names, String workspace, Set<Scope> scopes) {}

  /** A page that asks a person about a client. */
  static Response consent(
      String path, Login person, ConsentRequest request, Fields fields, Optional<String> mistake) {
    String said =
        request.clientName().isEmpty()
            ? "It gives no name."
            : "It calls itself “" + escaped(request.clientName()) + "”. Nobody has checked that.";
    String document =
        ClientDocuments.isAddress(request.client())
            ? "<p class=\"said\">Its description is at " + escaped(request.client()) + ".</p>\n"
            : "";
    String body =
        """
        <h1>Let a program act for you?</h1>
        %s<p>If you allow it, your browser is sent to</p>
        <p class="origin">%s</p>
        <p class="said">%s You are logged in as %s.</p>
        %s<form method="post" action="%s/consent">
        <input type="hidden" name="ticket" value="%s">
        <label for="agent">It acts as the agent (add <code>.*</code> to allow names below it)</label>
        <input type="text" id="agent" name="agent" value="%s" maxlength="66" required>
        %s<fieldset><legend>It may use</legend>
        %s</fieldset>
        <p>Every message it sends is shown as sent by this agent. You and an administrator can end
        this at any time, under Access on the page.</p>
        <button type="submit" name="decision" value="allow">Allow</button>
        <button type="submit" name="decision" value="refuse" formnovalidate>Refuse</button>
        </form>
        """
            .formatted(
                error(mistake),
                escaped(RedirectUris.origin(request.redirectUri())),
                said,
                escaped(person.name().value()),
                document,
                escaped(path),
                escaped(fields.ticket()),
                escaped(fields.names()),
                workspace(person, fields.workspace()),
                scopes(AgentChoice.of(person).scopes(request.scopes()), fields.scopes()));
    return page(
        "Let a program act for you?",
        "",
        body,
        "'self' " + RedirectUris.policySource(request.redirectUri()),
        mistake.isPresent() ? 400 : OK);
  }

  /** A person of one workspace cannot choose another one. */
  private static String workspace(Login person, String chosen) {
    return person.grant().workspace().isPresent()
        ? "<p>Workspace: " + escaped(person.workspace().value()) + "</p>\n"
        : """
          <label for="workspace">Workspace</label>
          <input type="text" id="workspace" name="workspace" value="%s" maxlength="64">
          """
            .formatted(escaped(chosen));
  }

  private static String scopes(Set<Scope> offered, Set<Scope> checked) {
    StringBuilder boxes = new StringBuilder();
    for (Scope scope : offered) {
      boxes.append(
          """
          <label><input type="checkbox" name="scope" value="%s"%s> %s</label>
          """
              .formatted(
                  scope.wireName(), checked.contains(scope) ? " checked" : "", meaning(scope)));
    }
    return boxes.isEmpty()
        ? "<p>Nothing: you have no right that it asks for.</p>"
        : boxes.toString();
  }

  private static String meaning(Scope scope) {
    return switch (scope) {
      case ROOMS_READ -> "read rooms";
      case ROOMS_WRITE -> "join rooms and send to them";
      case BUS_READ -> "read topics";
      case BUS_WRITE -> "post to topics";
      case TEAM_READ -> "read sessions, tasks, artifacts and memory";
      case TEAM_WRITE -> "change sessions, tasks, artifacts and memory";
      case WATCH, ADMIN -> throw new IllegalArgumentException(scope.wireName());
    };
  }

  private static String error(Optional<String> mistake) {
    return mistake
        .map(sentence -> "<p class=\"error\" role=\"alert\">" + escaped(sentence) + "</p>\n")
        .orElse("");
  }

  private static Response page(
      String title, String head, String body, String formAction, int status) {
    String html =
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width,initial-scale=1">
        %s<title>%s - Parley</title>
        <style>%s</style>
        </head>
        <body>
        <main>
        %s
        </main>
        </body>
        </html>
        """
            .formatted(head, escaped(title), STYLE, body);
    return Response.status(status)
        .entity(html.getBytes(StandardCharsets.UTF_8))
        .type("text/html;charset=utf-8")
        .header("Cache-Control", "no-store")
        .header(
            "Content-Security-Policy",
            "default-src 'none'; style-src 'sha256-"
                + STYLE_HASH
                + "'; base-uri 'none'; form-action "
                + formAction
                + "; frame-ancestors 'none'")
        .header("X-Frame-Options", "DENY")
        // with no-referrer a browser would send the form with the origin null
        .header("Referrer-Policy", "same-origin")
        .header("Cross-Origin-Resource-Policy", "same-origin")
        .build();
  }

  private static String hash(String style) {
    return Base64.getEncoder().encodeToString(Sha256.of(style));
  }

  /** Returns a text as HTML shows it, also within an attribute. */
  static String escaped(String text) {
    StringBuilder html = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> html.append("&amp;");
        case '<' -> html.append("&lt;");
        case '>' -> html.append("&gt;");
        case '"' -> html.append("&quot;");
        case '\'' -> html.append("&#39;");
        default -> html.append(isDirection(c) ? '?' : c);
      }
    }
    return html.toString();
  }

  /** Characters that turn the direction of a text could make one address look like another one. */
  private static boolean isDirection(char c) {
    return (c >= '\u202a' && c <= '\u202e')
        || (c >= '\u2066' && c <= '\u2069')
        || c == '\u200e'
        || c == '\u200f';
  }
}
