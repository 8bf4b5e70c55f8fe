package dev.parley.war.bench;

import dev.parley.war.driver.BenchSession;
import dev.parley.war.driver.Caller;
import dev.parley.war.driver.EventStreams;
import dev.parley.war.driver.KeepAlive;
import dev.parley.war.driver.PreparedCall;
import dev.parley.war.driver.Wire;
import dev.parley.war.process.ServerProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** MCP sessions begun over one connection. */
final class Sessions {
  private static final String WARM_ROOM = "warm-up";
  private static final int WARM_BODY = 200;
  private static final int WARM_CALLS = 12_000;

  private final ServerProcess server;
  private final KeepAlive line;
  private final List<BenchSession> begun = new ArrayList<>();

  Sessions(ServerProcess server, KeepAlive line) {
    this.server = server;
    this.line = line;
  }

  /** Begins one of the next client. */
  BenchSession begin() throws IOException {
    return begin(server.nextCaller());
  }

  /** Begins one of this client. */
  BenchSession begin(Caller caller) throws IOException {
    String id = line.must(Wire.initialize(server.address(), caller)).header("Mcp-Session-Id");
    BenchSession session = new BenchSession(id, caller);
    line.must(Wire.initialized(server.address(), session));
    begun.add(session);
    return session;
  }

  void join(BenchSession session, String room) throws IOException {
    String nickname = session.caller().nameOr("agent-" + begun.size());
    String arguments = "{\"room\":\"" + room + "\",\"nickname\":\"" + nickname + "\"}";
    line.must(Wire.tool(server.address(), session, "join_room", arguments));
  }

  /** Calls until the server's compiler has seen what a call is. */
  static void warmUp(ServerProcess server, KeepAlive line) throws IOException {
    Sessions sessions = new Sessions(server, line);
    BenchSession session = sessions.begin();
    sessions.join(session, WARM_ROOM);
    PreparedCall send =
        Wire.tool(server.address(), session, "send_message", Wire.message(WARM_ROOM, WARM_BODY));
    for (int i = 0; i < WARM_CALLS; i++) {
      line.must(send);
    }
  }

  /** Begins {@code count} sessions, each with a stream, all in one room. */
  static List<BenchSession> inOneRoom(
      ServerProcess server, KeepAlive line, EventStreams streams, int count, String room)
      throws IOException {
    Sessions sessions = new Sessions(server, line);
    for (int i = 0; i < count; i++) {
      BenchSession session = sessions.begin();
      streams.open(server.address(), Wire.listen(server.address(), session));
      sessions.join(session, room);
    }
    return sessions.begun;
  }
}
