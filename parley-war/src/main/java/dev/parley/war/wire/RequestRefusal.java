package dev.parley.war.wire;

import java.util.Locale;
import java.util.Map;

/** The refusals of requests that neither {@link McpError} nor a problem of the engine has. */
public enum RequestRefusal {
  /** A write below {@code /api}, or the begin of a login, that does not come from this site. */
  FOREIGN_SITE(
      403,
      "Send `Origin` with the address of the server, as a browser does at its page; begin a login"
          + " at that page."),
  /** The login is in another workspace than the one that {@code Parley-Workspace} names. */
  WORKSPACE_CHANGED(409, "Read the page anew, or take the login back to the workspace."),
  /** A query that is not encoded as a URL asks for. */
  BAD_REQUEST(400, "Encode the query as a URL asks for."),
  /** The params of {@code initialize} are larger than the server stores. */
  CLIENT_INFO_TOO_LARGE(400, "Send fewer capabilities or a shorter name of the client."),
  /** The server has as many MCP sessions as it may. */
  SERVER_FULL(503, "Wait for `Retry-After`, then call `initialize` again."),
  /** The caller has as many MCP sessions as it may. */
  SESSION_LIMIT(429, "End a session with `DELETE`, or wait for `Retry-After`.");

  private final int status;
  private final String remedy;

  RequestRefusal(int status, String remedy) {
    this.status = status;
    this.remedy = remedy;
  }

  /** Returns the HTTP status. */
  public int status() {
    return status;
  }

  /** Returns the code on the wire, for example {@code foreign_site}. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the action of a sender that gets this refusal: one sentence in which names of headers
   * and methods are between backticks.
   */
  public String remedy() {
    return remedy;
  }

  /** Returns it as a problem without further facts, with one sentence for a reader of English. */
  public ProblemDetail detail(String sentence) {
    return new ProblemDetail(status, code(), sentence, Map.of());
  }
}
