package dev.parley.war.launch.serve;

import java.util.Optional;

/** What the server says when it is there: where it is, and how a client gets to it. */
final class Greeting {
  private Greeting() {}

  static void print(String bind, int port, String context, boolean token) {
    String host = isEvery(bind) ? "localhost" : bracketed(bind);
    String base = "http://" + host + ":" + port + (context.equals("/") ? "" : context);
    String file = System.getProperty("parley.war", "parley.war");
    StringBuilder claude = new StringBuilder("claude mcp add parley");
    if (token) {
      claude.append(" -e PARLEY_TOKEN=YOUR_TOKEN");
    }
    claude.append(" -- java -jar ").append(file).append(" mcp");
    if (port != 7539 || !host.equals("127.0.0.1") || !context.equals("/")) {
      claude.append(" --url ").append(base).append("/mcp");
    }
    System.out.printf(
        "Parley is at   %s%nMCP is at      %s/mcp%nClaude Code    %s%nCtrl-C stops it.%n",
        base, base, claude);
    System.out.println(
        token
            ? "Closed: every request needs a token."
            : "Open: any program of this machine may use it; PARLEY_TOKEN closes it.");
  }

  /** Where another node reaches a server; empty where it listens on every address there is. */
  static Optional<String> address(String bind, int port, String context) {
    return isEvery(bind)
        ? Optional.empty()
        : Optional.of(
            "http://" + bracketed(bind) + ":" + port + (context.equals("/") ? "" : context));
  }

  private static boolean isEvery(String bind) {
    return bind.equals("0.0.0.0") || bind.equals("::");
  }

  private static String bracketed(String bind) {
    return bind.contains(":") ? "[" + bind + "]" : bind;
  }
}
