package dev.parley.doctor;

import dev.parley.bridge.ExaminedServer;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** The name of the server, which has to be one that it answers to. */
final class HostLink implements Link {
  private static final int MILLIS = 3_000;
  private static final int FORBIDDEN = 403;

  @Override
  public String name() {
    return "host";
  }

  @Override
  public List<Class<? extends Link>> needs() {
    return List.of(ServerLink.class);
  }

  @Override
  public Finding examine(Examination examination) throws IOException {
    ExaminedServer server = examination.server();
    String authority = server.authority();
    if (code(examination.health()).filter("foreign_host"::equals).isPresent()) {
      return Finding.broken(
          "The server does not answer to the name " + authority + " (header Host).",
          "Start the server with --hosts "
              + authority
              + ", or let the proxy in front of it pass the header Host on.");
    }
    String origin = (server.isOverTls() ? "https://" : "http://") + authority;
    ExaminedServer.Reply reply = server.get("/health", "Origin: " + origin + "\r\n", MILLIS);
    return reply.status() == FORBIDDEN
        ? Finding.broken(
            "The server refuses its own page, whose Origin is " + origin + ".",
            "Let the proxy pass the header Host on, or start the server with --hosts "
                + authority
                + ".")
        : Finding.ok("The server answers to the name " + authority + ".");
  }

  private static Optional<String> code(Optional<ExaminedServer.Reply> reply) {
    return reply
        .filter(refused -> refused.status() == FORBIDDEN)
        .flatMap(ExaminedServer.Reply::json)
        .flatMap(json -> json.text("error", "data", "code"));
  }
}
