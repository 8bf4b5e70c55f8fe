package dev.parley.bridge;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The agent's one connection to Parley, which outlives any session with the server. When the server
 * has forgotten the session, a new one is opened with what the client sent when it began, the rooms
 * are joined again and the model is notified. Only one thread at a time opens; the others wait for
 * it and share the outcome. Safe for all threads.
 */
final class BridgeConnection {
  private static final String INITIALIZED =
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";

  private final McpClient link;
  private final ServerUrl server;
  private final boolean hasToken;
  private final PendingCalls calls;
  private final ClientOutput out;
  private final OfflineCatalog offline;
  private final ServerStart start;
  private final BridgeLog log;
  private final JoinedRooms rooms = new JoinedRooms();
  private final OpenRequests requests = new OpenRequests();
  private final AtomicReference<@Nullable ServerSession> session = new AtomicReference<>();
  private final AtomicInteger attempts = new AtomicInteger();

  private final AtomicReference<@Nullable ServerSession> unconfirmed = new AtomicReference<>();

  /** Held while a session is opened, which takes as long as the server takes. */
  private final Object opening = new Object();

  private @Nullable ServerCallException lastFailure;
  private @Nullable ServerSession lastSession;
  private @Nullable InFlight listening;
  private String params = "{}";
  private int asked;
  private volatile boolean begun;
  private volatile boolean used;
  private volatile boolean refused;
  private volatile boolean ended;

  BridgeConnection(
      BridgeOptions options,
      McpClient link,
      PendingCalls calls,
      ClientOutput out,
      OfflineCatalog offline,
      ServerStart start,
      BridgeLog log) {
    this.server = options.server();
    this.hasToken = options.token() != null;
    this.link = link;
    this.calls = calls;
    this.out = out;
    this.offline = offline;
    this.start = start;
    this.log = log;
  }

  /** Begins with the client's {@code initialize}; returns the answer for it. */
  byte[] begin(JsonRpcMessage initialize, String id) {
    synchronized (opening) {
      return answer(initialize, id);
    }
  }

  private byte[] answer(JsonRpcMessage initialize, String id) {
    JsonText said = initialize.json().member("params");
    params = said == null ? "{}" : said.raw();
    try {
      if (start.isUnderWayElsewhere()) {
        throw new ServerCallException(
            ServerCallException.Kind.UNREACHABLE, "Another bridge starts the server");
      }
      McpClient.Opened opened = link.open(initialize.line());
      ServerSession before = session.getAndSet(opened.session());
      if (before != null) {
        link.end(before);
      }
      begun = opened.session() != null;
      lastSession = opened.session();
      unconfirmed.set(opened.session());
      JsonText error = opened.answer().member("error");
      return error != null ? JsonRpcError.error(id, error.line()) : opened.answer().oneLine();
    } catch (ServerCallException failure) {
      if (failure.kind() == ServerCallException.Kind.UNAUTHORIZED) {
        return JsonRpcError.error(id, JsonRpcError.INTERNAL_ERROR, failure.sentence() + ".");
      }
      log.debug("answers in place of the server:", failure.sentence());
      if (failure.kind() == ServerCallException.Kind.UNREACHABLE) {
        start.begin();
      }
      begun = true;
      String version = initialize.json().textAt("params", "protocolVersion");
      return JsonRpcError.result(id, offline.initialize(version, server.tools(), hasToken));
    }
  }

  boolean isBegun() {
    return begun;
  }

  /**
   * Passes on that the client is ready, unless a session opened since has said so to the server.
   */
  void initialized(byte[] notification) {
    ServerSession fresh = unconfirmed.getAndSet(null);
    if (fresh != null) {
      try {
        link.send(fresh, notification);
      } catch (ServerCallException failure) {
        // The event stream is opened next and finds out if the server is there.
        log.debug("initialized:", failure.sentence());
      }
    }
  }

  /**
   * Returns true if no server can answer at once: it was out of reach the last time, or it starts.
   */
  boolean isAway() {
    return link.isAway() || start.isUnderWay();
  }

  /** Begins to start the server, where the bridge was asked to. */
  void startServer() {
    start.begin();
  }

  /** The session with the server, a new one if there is none. A server that starts is awaited. */
  ServerSession session() throws ServerCallException {
    int seen = attempts.get();
    ServerSession open = session.get();
    if (open != null) {
      return open;
    }
    start.await();
    synchronized (opening) {
      open = session.get();
      if (open != null) {
        return open;
      }
      if (lastFailure != null && attempts.get() != seen) {
        throw lastFailure;
      }
      try {
        ServerSession fresh = opened();
        lastFailure = null;
        return fresh;
      } catch (ServerCallException failure) {
        lastFailure = failure;
        throw failure;
      } finally {
        attempts.incrementAndGet();
      }
    }
  }

  /** Another session than {@code forgotten}, of which the server knows nothing. */
  ServerSession sessionAfter(ServerSession forgotten) throws ServerCallException {
    session.compareAndSet(forgotten, null);
    return session();
  }

  private ServerSession opened() throws ServerCallException {
    if (ended) {
      throw new ServerCallException(ServerCallException.Kind.UNREACHABLE, "The bridge is ending");
    }
    McpClient.Opened opened =
        link.open(request("initialize", params).getBytes(StandardCharsets.UTF_8));
    ServerSession fresh = opened.session();
    if (fresh == null) {
      String why = opened.answer().textAt("error", "message");
      throw new ServerCallException(
          ServerCallException.Kind.REFUSED, "Parley at " + server + " opens no session: " + why);
    }
    link.send(fresh, INITIALIZED);
    unconfirmed.set(null);
    ServerSession before = lastSession;
    String rejoined = rejoinRooms(fresh);
    lastSession = fresh;
    session.set(fresh);
    if (before != null) {
      calls.abandon(before);
    }
    askAgain(fresh);
    changed();
    if (before == null && refused) {
      out.line(SystemPush.connected(server));
    } else if (before != null && (used || refused)) {
      out.line(SystemPush.reconnected(rejoined, offline.readsTopics(server.tools())));
    }
    refused = false;
    return fresh;
  }

  /** Sends the permission requests that have no answer and that the session lacks. */
  void askAgain(ServerSession in) {
    try {
      for (JsonRpcMessage request : requests.missing(in)) {
        link.send(in, request.line());
        requests.taken(request, in);
      }
    } catch (ServerCallException failure) {
      log.debug("a permission request was not sent again:", failure.sentence());
    }
  }

  /** Returns the permission requests of the client that have no answer. */
  OpenRequests requests() {
    return requests;
  }

  private String rejoinRooms(ServerSession in) throws ServerCallException {
    StringBuilder outcomes = new StringBuilder();
    for (Map.Entry<JoinedRooms.Membership, String> joined : rooms.all().entrySet()) {
      String room = joined.getKey().room();
      String agent = joined.getKey().agent();
      String wanted = joined.getValue();
      JsonText answer =
          link.ask(
              in,
              request(
                  "tools/call",
                  "{\"name\":\"join_room\",\"arguments\":{\"room\":"
                      + JsonText.quoted(room)
                      + ",\"nickname\":"
                      + JsonText.quoted(wanted)
                      + (agent == null ? "" : ",\"agent_id\":" + JsonText.quoted(agent))
                      + "}}"));
      String granted = JoinedRooms.nickname(answer);
      rooms.take(joined.getKey(), granted);
      outcomes
          .append(outcomes.length() == 0 ? "" : " ")
          .append(clause(agent, room, wanted, granted));
    }
    return outcomes.toString();
  }

  private static String clause(
      @Nullable String agent, String room, String wanted, @Nullable String granted) {
    if (granted == null) {
      return (agent == null ? "You" : agent)
          + " could not get back into "
          + room
          + "; join it again.";
    }
    String back = (agent == null ? "You are" : agent + " is") + " back in " + room;
    return granted.equals(wanted)
        ? back + " as " + granted + "."
        : back + ", but as " + granted + ", because " + wanted + " is taken.";
  }

  private String request(String method, String withParams) {
    asked++;
    return "{\"jsonrpc\":\"2.0\",\"id\":\"parley-bridge-"
        + asked
        + "\",\"method\":\""
        + method
        + "\",\"params\":"
        + withParams
        + "}";
  }

  /** Learns how a tool call changed the agent's memberships. */
  void watch(JsonRpcMessage call, JsonText answer) {
    used = true;
    rooms.watch(call, answer);
  }

  /**
   * Remembers that a call of the agent was refused because the server is away, so that the agent is
   * notified of the server's return.
   */
  void noteRefused() {
    refused = true;
  }

  /** The exchange to give up when the session changes or the connection ends. */
  synchronized void listening(ServerSession in, InFlight stream) {
    listening = stream;
    if (ended || session.get() != in) {
      stream.abort();
    }
  }

  private synchronized void changed() {
    if (listening != null) {
      listening.abort();
    }
    notifyAll();
  }

  /** Waits for so long, or until there is another session than {@code known}, or an end. */
  synchronized void awaitChange(@Nullable ServerSession known, long millis)
      throws InterruptedException {
    long end = System.nanoTime() + millis * 1_000_000L;
    long left;
    while (!ended
        && (session.get() == null || session.get() == known)
        && (left = (end - System.nanoTime()) / 1_000_000) > 0) {
      wait(left);
    }
  }

  boolean isEnded() {
    return ended;
  }

  /** Ends the session at the server and everything that waits here. */
  void end() {
    ended = true;
    ServerSession open = session.getAndSet(null);
    changed();
    if (open != null && open.isKept()) {
      link.end(open);
    }
  }
}
