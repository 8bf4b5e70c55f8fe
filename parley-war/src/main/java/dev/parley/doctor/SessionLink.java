package dev.parley.doctor;

import dev.parley.bridge.ExaminedServer;
import dev.parley.bridge.ExaminedSession;
import java.io.IOException;
import java.util.List;

/** The session of MCP, opened as a bridge opens it. */
final class SessionLink implements Link {
  @Override
  public String name() {
    return "session";
  }

  @Override
  public List<Class<? extends Link>> needs() {
    return List.of(TokenLink.class, DatabaseLink.class);
  }

  @Override
  public Finding examine(Examination examination) {
    ExaminedSession session;
    try {
      session = examination.server().open();
    } catch (ExaminedServer.NameRefusedException otherName) {
      return Finding.skipped("The token is for another name than that of the doctor.");
    } catch (IOException refused) {
      return Finding.broken(
          "No session opens: " + refused.getMessage() + ".",
          "See if the proxy passes POST /mcp on with all headers, and read the server's log.");
    }
    examination.learnSession(session);
    String version =
        session.opening().text("result", "protocolVersion").orElse("no version of the protocol");
    return version.equals(ExaminedSession.PROTOCOL)
        ? Finding.ok("A session opens, and both sides speak MCP " + version + ".")
        : Finding.broken(
            "The server speaks MCP "
                + version
                + ", and bridges speak "
                + ExaminedSession.PROTOCOL
                + ".",
            "Use one version of Parley on both sides.");
  }
}
