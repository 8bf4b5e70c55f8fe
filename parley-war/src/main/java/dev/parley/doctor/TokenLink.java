package dev.parley.doctor;

import dev.parley.bridge.ExaminedServer;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** The token: needed or not, given or not, the right one or not. */
final class TokenLink implements Link {
  private static final int MILLIS = 3_000;

  @Override
  public String name() {
    return "token";
  }

  @Override
  public List<Class<? extends Link>> needs() {
    return List.of(ServerLink.class, HostLink.class);
  }

  @Override
  public Finding examine(Examination examination) throws IOException {
    ExaminedServer server = examination.server();
    boolean admitted = admits(server, examination.health());
    if (!server.hasToken()) {
      return admitted
          ? Finding.ok("The server needs no token.")
          : Finding.broken(
              "The server wants a token, and none is given.",
              "Set PARLEY_TOKEN to a token of the server, name its file in PARLEY_TOKEN_FILE, or"
                  + " write token= into ~/.config/parley/parley.properties.");
    }
    if (!admitted) {
      return Finding.broken(
          "The server refuses the token.",
          "Set PARLEY_TOKEN to a token of the server; look for an old one in the file of"
              + " PARLEY_TOKEN_FILE and in ~/.config/parley/parley.properties.");
    }
    if (server.sendsTokenInTheClear()) {
      return Finding.warning(
          "The server takes the token, which leaves this machine without TLS.",
          "Use an https:// address.");
    }
    return saysItsVersion(Optional.of(server.getWithoutToken("/health", MILLIS)))
        ? Finding.ok("A token is given, and the server needs none.")
        : Finding.ok("The server takes the token.");
  }

  /**
   * Returns whether the server let a request in. At {@code /health} a configured token counts and a
   * credential does not, so the endpoint of MCP is asked too.
   */
  static boolean admits(ExaminedServer server, Optional<ExaminedServer.Reply> health)
      throws IOException {
    return saysItsVersion(health) || (server.hasToken() && server.takesToken(MILLIS));
  }

  private static boolean saysItsVersion(Optional<ExaminedServer.Reply> health) {
    return health
        .flatMap(ExaminedServer.Reply::json)
        .flatMap(json -> json.text("version"))
        .isPresent();
  }
}
