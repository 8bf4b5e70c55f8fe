package dev.parley.chat.discord;

import dev.parley.chat.emulator.Faults;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.java_websocket.WebSocket;
import org.java_websocket.handshake.ClientHandshake;
import org.java_websocket.server.WebSocketServer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The gateway of the emulator. */
final class DiscordEmulatorGateway extends WebSocketServer {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int ALL_INTENTS = (1 << 26) - 1;
  private static final int MESSAGE_CONTENT = 1 << 15;

  /** A connection that came, with the operation of its first request and the time of that. */
  record Opened(String path, int op, JsonNode data, long nanos) {}

  final List<Opened> opened = new CopyOnWriteArrayList<>();
  final List<Long> tries = new CopyOnWriteArrayList<>();
  final List<JsonNode> beats = new CopyOnWriteArrayList<>();
  private final String token;
  private final String bot;
  private final Faults faults;
  private final Function<DiscordEmulatorSession, ObjectNode> ready;
  private final java.util.function.Consumer<DiscordEmulatorSession> afterReady;
  private final Map<String, DiscordEmulatorSession> sessions = new ConcurrentHashMap<>();
  private final CountDownLatch started = new CountDownLatch(1);
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  volatile int interval = 41_250;
  volatile boolean isDeaf;
  volatile boolean isAway;
  volatile boolean isContentAllowed = true;
  volatile int refuseWith;
  final AtomicInteger invalidNext = new AtomicInteger();

  DiscordEmulatorGateway(
      String token,
      String bot,
      Faults faults,
      Function<DiscordEmulatorSession, ObjectNode> ready,
      java.util.function.Consumer<DiscordEmulatorSession> afterReady)
      throws InterruptedException {
    super(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
    this.token = token;
    this.bot = bot;
    this.faults = faults;
    this.ready = ready;
    this.afterReady = afterReady;
    setReuseAddr(true);
    setTcpNoDelay(true);
    setConnectionLostTimeout(0);
    setDaemon(true);
    start();
    started.await();
    var unused =
        timer.scheduleWithFixedDelay(
            () -> sessions.values().forEach(DiscordEmulatorSession::flush),
            50,
            50,
            TimeUnit.MILLISECONDS);
  }

  String address() {
    return "ws://127.0.0.1:" + getPort();
  }

  @Override
  public void onStart() {
    started.countDown();
  }

  @Override
  public void onOpen(WebSocket socket, ClientHandshake handshake) {
    tries.add(System.nanoTime());
    if (isAway) {
      socket.closeConnection(1006, "away");
      return;
    }
    String resource = handshake.getResourceDescriptor();
    if (!resource.contains("v=10") || !resource.contains("encoding=json")) {
      socket.close(4012, "Invalid API version");
      return;
    }
    socket.setAttachment(resource);
    ObjectNode hello = JSON.createObjectNode().put("op", 10).putNull("t").putNull("s");
    hello.putObject("d").put("heartbeat_interval", interval);
    socket.send(hello.toString());
  }

  @Override
  public void onMessage(WebSocket socket, String text) {
    JsonNode payload;
    try {
      payload = JSON.readTree(text);
    } catch (JacksonException broken) {
      socket.close(4002, "Error while decoding payload");
      return;
    }
    JsonNode data = payload.path("d");
    switch (payload.path("op").asInt(-1)) {
      case 1 -> beat(socket, data);
      case 2 -> identify(socket, data);
      case 6 -> resume(socket, data);
      case 3, 4, 8 -> {
        if (session(socket) == null) {
          socket.close(4003, "Not authenticated.");
        }
      }
      default -> socket.close(4001, "Unknown opcode");
    }
  }

  private void beat(WebSocket socket, JsonNode seq) {
    beats.add(seq);
    if (!isDeaf) {
      socket.send("{\"op\":11}");
    }
  }

  private DiscordEmulatorSession session(WebSocket socket) {
    return sessions.values().stream().filter(one -> one.isAt(socket)).findFirst().orElse(null);
  }

  private void identify(WebSocket socket, JsonNode data) {
    opened.add(new Opened(socket.getAttachment(), 2, data, System.nanoTime()));
    int intents = data.path("intents").asInt(-1);
    if (session(socket) != null) {
      socket.close(4005, "Already authenticated.");
    } else if (!data.path("token").asString("").equals(token)) {
      socket.close(4004, "Authentication failed.");
    } else if (!data.path("properties").isObject()) {
      socket.close(4002, "Error while decoding payload.");
    } else if (refuseWith != 0) {
      socket.close(refuseWith, "refused");
    } else if (intents < 0 || intents > ALL_INTENTS) {
      socket.close(4013, "Invalid intent(s).");
    } else if (!isContentAllowed && (intents & MESSAGE_CONTENT) != 0) {
      socket.close(4014, "Disallowed intent(s).");
    } else if (invalidNext.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
      socket.send("{\"op\":9,\"d\":false}");
    } else {
      String id = UUID.randomUUID().toString().replace("-", "");
      DiscordEmulatorSession made = new DiscordEmulatorSession(id, intents, bot, faults, socket);
      made.send("READY", ready.apply(made));
      sessions.put(id, made);
      afterReady.accept(made);
    }
  }

  private void resume(WebSocket socket, JsonNode data) {
    opened.add(new Opened(socket.getAttachment(), 6, data, System.nanoTime()));
    DiscordEmulatorSession session = sessions.get(data.path("session_id").asString(""));
    long seq = data.path("seq").asLong(-1);
    if (!data.path("token").asString("").equals(token)) {
      socket.close(4004, "Authentication failed.");
    } else if (session == null || session.isExpired) {
      socket.send("{\"op\":9,\"d\":false}");
    } else if (!session.has(seq)) {
      socket.close(4007, "Invalid seq.");
    } else {
      session.resume(socket, seq);
    }
  }

  /** Sends an event to all sessions. */
  void event(String type, JsonNode data) {
    sessions.values().stream()
        .filter(session -> !session.isExpired)
        .forEach(session -> session.send(type, data));
  }

  /** Sends an operation to all sessions. */
  void operation(String json) {
    sessions.values().forEach(session -> session.send(JSON.readTree(json)));
  }

  /** Cuts all connections; the sessions go on. */
  void cut() {
    sessions.values().forEach(DiscordEmulatorSession::cut);
  }

  /** Closes all connections with a code. */
  void closeAll(int code) {
    sessions.values().forEach(session -> session.close(code));
  }

  /** Ends all sessions, whose connections stay. */
  void expire() {
    sessions.values().forEach(session -> session.isExpired = true);
  }

  /** The number of sessions that have a connection. */
  long attached() {
    return sessions.values().stream().filter(DiscordEmulatorSession::isAttached).count();
  }

  @Override
  public void onClose(WebSocket socket, int code, String reason, boolean remote) {
    DiscordEmulatorSession session = session(socket);
    if (session != null) {
      session.detach();
      if (remote && (code == 1000 || code == 1001)) {
        sessions.remove(session.id);
      }
    }
  }

  @Override
  public void onError(WebSocket socket, Exception failed) {
    // a connection that is cut while something is sent
  }

  void end() {
    timer.shutdownNow();
    try {
      stop(0);
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }
}
