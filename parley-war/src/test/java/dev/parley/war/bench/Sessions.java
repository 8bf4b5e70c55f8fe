package dev.parley.war.bench;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/** MCP sessions begun over one connection. */
final class Sessions {
  private static final String WARM_ROOM = "warm-up";
  private static final int WARM_BODY = 200;
  private static final int WARM_CALLS = 12_000;

  private final InetSocketAddress address;
  private final KeepAlive line;
  private final List<String> ids = new ArrayList<>();

  Sessions(InetSocketAddress address, KeepAlive line) {
    this.address = address;
    this.line = line;
  }

  /** Begins one; answers its id. */
  String begin() throws IOException {
    String id = line.must(Wire.initialize(address)).header("Mcp-Session-Id");
    line.must(Wire.initialized(address, id));
    ids.add(id);
    return id;
  }

  void join(String session, String room) throws IOException {
    String arguments = "{\"room\":\"" + room + "\",\"nickname\":\"agent-" + ids.size() + "\"}";
    line.must(Wire.tool(address, session, "join_room", arguments));
  }

  /** Calls until the server's compiler has seen what a call is. */
  static void warmUp(InetSocketAddress address, KeepAlive line) throws IOException {
    Sessions sessions = new Sessions(address, line);
    String id = sessions.begin();
    sessions.join(id, WARM_ROOM);
    PreparedCall send = Wire.tool(address, id, "send_message", Wire.message(WARM_ROOM, WARM_BODY));
    for (int i = 0; i < WARM_CALLS; i++) {
      line.must(send);
    }
  }

  /** Begins {@code count} sessions, each with a stream, all in one room. */
  static List<String> inOneRoom(
      InetSocketAddress address, KeepAlive line, EventStreams streams, int count, String room)
      throws IOException {
    Sessions sessions = new Sessions(address, line);
    for (int i = 0; i < count; i++) {
      String id = sessions.begin();
      streams.open(address, Wire.listen(address, id));
      sessions.join(id, room);
    }
    return sessions.ids;
  }
}
