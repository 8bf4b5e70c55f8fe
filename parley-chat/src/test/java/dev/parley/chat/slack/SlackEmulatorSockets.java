package dev.parley.chat.slack;

import dev.parley.chat.emulator.Faults;
import dev.parley.chat.emulator.Faults.Fault;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.java_websocket.WebSocket;
import org.java_websocket.drafts.Draft;
import org.java_websocket.exceptions.InvalidDataException;
import org.java_websocket.framing.CloseFrame;
import org.java_websocket.handshake.ClientHandshake;
import org.java_websocket.handshake.ServerHandshakeBuilder;
import org.java_websocket.server.WebSocketServer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Socket Mode of the emulated workspace. Each event goes to one socket of its app, and again where
 * it is not acknowledged.
 */
final class SlackEmulatorSockets extends WebSocketServer {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int MAX_SOCKETS = 10;
  private static final int ATTEMPTS = 3;
  private static final long ACK_MILLIS = 700;
  private static final long LATE_MILLIS = 200;

  /** An event that is not acknowledged. */
  private record Delivery(SlackEmulatorApp app, ObjectNode payload, int attempt) {}

  private final Faults faults;
  private final CountDownLatch started = new CountDownLatch(1);
  private final Map<String, SlackEmulatorApp> tickets = new ConcurrentHashMap<>();
  private final Map<WebSocket, SlackEmulatorApp> sockets = new ConcurrentHashMap<>();
  private final Map<String, Delivery> pending = new ConcurrentHashMap<>();
  private final ScheduledExecutorService dispatcher = Executors.newSingleThreadScheduledExecutor();
  private final AtomicInteger acknowledged = new AtomicInteger();
  private final AtomicInteger opened = new AtomicInteger();
  private final AtomicInteger retried = new AtomicInteger();
  private volatile boolean isAway;
  private volatile boolean isMute;
  private Delivery late;

  SlackEmulatorSockets(Faults faults) throws InterruptedException {
    super(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
    this.faults = faults;
    setReuseAddr(true);
    setTcpNoDelay(true);
    setConnectionLostTimeout(5);
    setDaemon(true);
    start();
    if (!started.await(10, TimeUnit.SECONDS)) {
      throw new IllegalStateException("the sockets do not start");
    }
  }

  /** The address of a socket, good for one connection. */
  String ticket(SlackEmulatorApp app) {
    String ticket = UUID.randomUUID().toString();
    tickets.put(ticket, app);
    return "ws://127.0.0.1:" + getPort() + "/link/?ticket=" + ticket + "&app_id=" + app.id;
  }

  void away(boolean away) {
    isAway = away;
  }

  /** Has the sockets stay open without any event from now on, as a network that lost them. */
  void mute(boolean mute) {
    isMute = mute;
  }

  int open() {
    synchronized (sockets) { // a socket that has said hello counts
      return sockets.size();
    }
  }

  /** The number of sockets that were opened. */
  int opened() {
    return opened.get();
  }

  int acknowledged() {
    return acknowledged.get();
  }

  int unacknowledged() {
    return pending.size();
  }

  /** The number of events that were sent again. */
  int retried() {
    return retried.get();
  }

  void cut() {
    removed().forEach(socket -> socket.closeConnection(CloseFrame.ABNORMAL_CLOSE, "cut"));
  }

  /** Removes all sockets, so that they get no events. */
  private List<WebSocket> removed() {
    synchronized (sockets) {
      List<WebSocket> all = new ArrayList<>(sockets.keySet());
      sockets.clear();
      return all;
    }
  }

  /** Asks all clients for new sockets. */
  void disconnect(String reason) {
    ObjectNode frame = JSON.createObjectNode().put("type", "disconnect").put("reason", reason);
    frame.putObject("debug_info").put("host", "applink-1");
    removed().forEach(socket -> send(socket, frame));
  }

  void take(SlackEmulatorApp app, ObjectNode payload) {
    run(() -> dispatch(new Delivery(app, payload, 0)));
  }

  private void run(Runnable work) {
    try {
      dispatcher.execute(work);
    } catch (RejectedExecutionException closed) {
      // the emulator ends
    }
  }

  private void later(Runnable work, long millis) {
    try {
      var unused = dispatcher.schedule(work, millis, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException closed) {
      // the emulator ends
    }
  }

  private void dispatch(Delivery event) {
    if (faults.isDue(Fault.CUT_STREAM)) {
      cut();
    }
    if (faults.isDue(Fault.EXPIRED)) {
      disconnect("refresh_requested");
    }
    if (late == null && faults.isDue(Fault.LATE_EVENT)) {
      late = event;
      later(this::sendLate, LATE_MILLIS);
      return;
    }
    deliver(event);
    if (faults.isDue(Fault.DOUBLED_EVENT)) {
      deliver(event);
    }
    sendLate();
  }

  private void sendLate() {
    Delivery waiting = late;
    late = null;
    if (waiting != null) {
      deliver(waiting);
    }
  }

  private void deliver(Delivery event) {
    List<WebSocket> open =
        sockets.entrySet().stream()
            .filter(socket -> socket.getValue() == event.app() && socket.getKey().isOpen())
            .map(Map.Entry::getKey)
            .toList();
    if (open.isEmpty() || isAway) {
      later(() -> again(event), ACK_MILLIS);
      return;
    }
    String id = UUID.randomUUID().toString();
    ObjectNode envelope = JSON.createObjectNode();
    envelope.put("envelope_id", id).put("type", "events_api");
    envelope.put("accepts_response_payload", false);
    envelope.put("retry_attempt", event.attempt());
    envelope.put("retry_reason", event.attempt() == 0 ? "" : "timeout");
    envelope.set("payload", event.payload());
    pending.put(id, event);
    send(open.get(Math.floorMod(id.hashCode(), open.size())), envelope);
    later(
        () -> {
          Delivery unanswered = pending.remove(id);
          if (unanswered != null) {
            again(unanswered);
          }
        },
        ACK_MILLIS);
  }

  private void again(Delivery event) {
    if (event.attempt() < ATTEMPTS) {
      retried.incrementAndGet();
      deliver(new Delivery(event.app(), event.payload(), event.attempt() + 1));
    }
  }

  private void send(WebSocket socket, ObjectNode frame) {
    if (!isMute && socket.isOpen()) {
      socket.send(frame.toString());
    }
  }

  @Override
  public ServerHandshakeBuilder onWebsocketHandshakeReceivedAsServer(
      WebSocket socket, Draft draft, ClientHandshake request) throws InvalidDataException {
    SlackEmulatorApp app = tickets.remove(ticketOf(request.getResourceDescriptor()));
    if (app == null || isAway) {
      throw new InvalidDataException(CloseFrame.POLICY_VALIDATION, "no ticket");
    }
    socket.setAttachment(app);
    return super.onWebsocketHandshakeReceivedAsServer(socket, draft, request);
  }

  private static String ticketOf(String resource) {
    return resource.replaceFirst(".*[?&]ticket=", "").replaceFirst("&.*", "");
  }

  @Override
  public void onOpen(WebSocket socket, ClientHandshake request) {
    SlackEmulatorApp app = socket.getAttachment();
    opened.incrementAndGet();
    if (sockets.values().stream().filter(app::equals).count() >= MAX_SOCKETS) {
      send(
          socket,
          JSON.createObjectNode().put("type", "disconnect").put("reason", "too_many_websockets"));
      return;
    }
    ObjectNode hello = JSON.createObjectNode().put("type", "hello");
    hello.put("num_connections", sockets.size() + 1);
    hello
        .putObject("debug_info")
        .put("host", "applink-1")
        .put("approximate_connection_time", 18_060);
    hello.putObject("connection_info").put("app_id", app.id);
    synchronized (sockets) {
      socket.send(hello.toString()); // no event comes before it, and none is missed after it
      sockets.put(socket, app);
    }
  }

  @Override
  public void onClose(WebSocket socket, int code, String reason, boolean remote) {
    sockets.remove(socket);
  }

  @Override
  public void onMessage(WebSocket socket, String text) {
    JsonNode answer = JSON.readTree(text);
    if (pending.remove(answer.path("envelope_id").asString("")) != null) {
      acknowledged.incrementAndGet();
    }
  }

  @Override
  public void onError(WebSocket socket, Exception failure) {
    if (socket != null) {
      sockets.remove(socket);
    }
  }

  @Override
  public void onStart() {
    started.countDown();
  }

  /** The apps that have sockets. */
  Set<SlackEmulatorApp> connected() {
    return Set.copyOf(sockets.values());
  }

  void end() throws InterruptedException {
    dispatcher.shutdownNow();
    stop(200);
  }
}
