package dev.parley.bridge;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * A hub on a loopback port that speaks Streamable HTTP well and, on demand, badly: it can forget,
 * cut, hang and die. It writes down all it hears.
 */
final class StandInHub implements AutoCloseable {
  private static final long PATIENCE_MILLIS = 10_000;

  private final ServerSocket server;
  private final Thread accepting;
  private final List<HubRequest> heard = new ArrayList<>();
  private final Map<String, HubSide> sessions = new ConcurrentHashMap<>();
  private final Map<Socket, Thread> serving = new ConcurrentHashMap<>();
  private final AtomicInteger named = new AtomicInteger();
  private final String epoch = Long.toString(System.nanoTime(), 36);

  /** Nicknames of others, by room. */
  final Map<String, String> taken = new ConcurrentHashMap<>();

  /** Rooms nobody may join. */
  final Set<String> locked = ConcurrentHashMap.newKeySet();

  /** Holds back the answers of the tools that wait. */
  final CountDownLatch gate = new CountDownLatch(1);

  /** If not zero, the status every request is answered with. */
  volatile int refuseAll;

  volatile boolean offersStream = true;
  volatile boolean hangsOnDelete;

  /** Whether a call's connection is closed behind the answer, without a word about it. */
  volatile boolean closesAfterAnswer;

  volatile int initializeDelayMillis;

  private StandInHub(int port) {
    try {
      server = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
    } catch (IOException busy) {
      throw new UncheckedIOException(busy);
    }
    accepting = new Thread(this::accept, "stand-in-hub");
    accepting.setDaemon(true);
    accepting.start();
  }

  static StandInHub started() {
    return new StandInHub(0);
  }

  static StandInHub startedAt(int port) {
    return new StandInHub(port);
  }

  int port() {
    return server.getLocalPort();
  }

  String url() {
    return "http://127.0.0.1:" + port() + "/mcp";
  }

  /** Everything heard so far that fits. */
  List<HubRequest> heard(Predicate<HubRequest> which) {
    synchronized (heard) {
      return heard.stream().filter(which).toList();
    }
  }

  /** Waits until so many requests that fit were heard. */
  List<HubRequest> awaitHeard(int count, Predicate<HubRequest> which) {
    await(() -> heard(which).size() >= count);
    return heard(which);
  }

  /** Waits until every session has its stream, or was refused one. */
  void awaitStreaming() {
    if (!offersStream) {
      awaitHeard(1, HubRequest::isGet);
      return;
    }
    await(() -> !sessions.isEmpty() && sessions.values().stream().allMatch(HubSide::isStreaming));
  }

  private void await(BooleanSupplier condition) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
    synchronized (heard) {
      while (!condition.getAsBoolean()) {
        long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        if (left <= 0) {
          throw new AssertionError("waited in vain; heard " + heard);
        }
        try {
          heard.wait(left);
        } catch (InterruptedException stop) {
          throw new AssertionError(stop);
        }
      }
    }
  }

  void changed() {
    synchronized (heard) {
      heard.notifyAll();
    }
  }

  int sessionCount() {
    return sessions.size();
  }

  /** Pushes to every session, as a room would. */
  void push(String messageId, String content) {
    pushRaw(
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/claude/channel\",\"params\":{\"content\":\""
            + content
            + "\",\"meta\":{\"room\":\"planning\",\"message_id\":\""
            + messageId
            + "\"}}}");
  }

  void pushRaw(String json) {
    sessions.values().forEach(side -> side.push(json));
  }

  /** Cuts every event stream in the middle, without an end. */
  void cutStreams() {
    sessions.values().forEach(HubSide::cut);
  }

  /** Ends every event stream as a hub does that wants it to be taken up again later. */
  void endStreams(int retryMillis) {
    sessions.values().forEach(side -> side.endStream(retryMillis));
  }

  /** Closes the connections that carry no stream, as a hub does that finds them idle. */
  void cutResting() {
    serving.forEach(
        (socket, thread) -> {
          if (sessions.values().stream().noneMatch(side -> side.streamsOver(socket))) {
            HubWire.abort(socket);
            join(thread);
          }
        });
  }

  /** Forgets every session, as a hub does that was started anew. */
  void forgetAll() {
    List<HubSide> forgotten = new ArrayList<>(sessions.values());
    sessions.clear();
    forgotten.forEach(HubSide::forget);
  }

  /** Dies at once: nothing is answered, ended or said goodbye to. */
  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException already) {
      throw new UncheckedIOException(already);
    }
    serving.keySet().forEach(HubWire::abort);
    gate.countDown();
    // Its port is free for the next when nobody accepts any more.
    join(accepting);
  }

  /** The system lets go of a socket when the last thread has, not when it is closed. */
  private static void join(Thread thread) {
    try {
      thread.join(PATIENCE_MILLIS);
    } catch (InterruptedException stop) {
      throw new AssertionError(stop);
    }
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        socket.setTcpNoDelay(true);
        Thread thread = new Thread(() -> serve(socket), "stand-in-hub-connection");
        thread.setDaemon(true);
        serving.put(socket, thread);
        thread.start();
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (HubWire wire = new HubWire(socket)) {
      HubRequest request = wire.read();
      while (request != null) {
        synchronized (heard) {
          heard.add(request);
          heard.notifyAll();
        }
        answer(request, wire);
        request = closesAfterAnswer && request.is("tools/call") ? null : wire.read();
      }
    } catch (IOException | InterruptedException gone) {
      // The bridge closed the connection, or this hub died.
    }
  }

  private void answer(HubRequest request, HubWire wire) throws IOException, InterruptedException {
    if (refuseAll != 0) {
      wire.answer(refuseAll, Map.of(), "text/plain", "no");
      return;
    }
    boolean initialize = "initialize".equals(request.rpcMethod());
    HubSide side = sessions.get(request.headers().getOrDefault("mcp-session-id", ""));
    if (!initialize && side == null) {
      String error =
          "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32001,\"message\":\"?\"}}";
      wire.answer(404, Map.of(), "application/json", error);
      return;
    }
    switch (request.method()) {
      case "GET" -> listen(request, side, wire);
      case "DELETE" -> {
        if (hangsOnDelete) {
          gate.await();
        }
        sessions.values().remove(side);
        wire.answer(204, Map.of(), "", "");
      }
      default -> {
        if (initialize) {
          initialize(request, wire);
        } else {
          new HubTools(this, side, wire).answer(request);
        }
      }
    }
  }

  private void initialize(HubRequest request, HubWire wire)
      throws IOException, InterruptedException {
    TimeUnit.MILLISECONDS.sleep(initializeDelayMillis);
    String id = "session-" + epoch + "-" + named.incrementAndGet();
    sessions.put(id, new HubSide(this));
    String version = request.json().textAt("params", "protocolVersion");
    wire.answer(
        200,
        Map.of("Mcp-Session-Id", id),
        "application/json",
        request.result(
            "{\"protocolVersion\":\""
                + version
                + "\", \"capabilities\":{\"tools\":{}},"
                + " \"serverInfo\":{\"name\":\"stand-in\",\"version\":\"1\"}}"));
  }

  private void listen(HubRequest request, HubSide side, HubWire wire)
      throws IOException, InterruptedException {
    if (!offersStream) {
      wire.answer(405, Map.of(), "", "");
      return;
    }
    side.serve(request.headers().getOrDefault("last-event-id", ""), wire);
  }
}
