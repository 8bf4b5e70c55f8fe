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
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * A server on a loopback port that speaks Streamable HTTP well and, on demand, badly: it can
 * forget, cut, hang and die. It records every request.
 */
final class StandInServer implements AutoCloseable {
  private static final long PATIENCE_MILLIS = 10_000;

  private final ServerSocket server;
  private final Thread accepting;
  private final List<StandInRequest> received = new ArrayList<>();
  private final Map<String, StandInSession> sessions = new ConcurrentHashMap<>();
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

  /** The texts to wake the client with, one for each wait. */
  final BlockingQueue<String> wakes = new LinkedBlockingQueue<>();

  /** True if it has the method that waits for a wake. */
  volatile boolean knowsWakes = true;

  private StandInServer(int port) {
    try {
      server = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
    } catch (IOException busy) {
      throw new UncheckedIOException(busy);
    }
    accepting = new Thread(this::accept, "stand-in-server");
    accepting.setDaemon(true);
    accepting.start();
  }

  static StandInServer started() {
    return new StandInServer(0);
  }

  static StandInServer startedAt(int port) {
    return new StandInServer(port);
  }

  int port() {
    return server.getLocalPort();
  }

  String url() {
    return "http://127.0.0.1:" + port() + "/mcp";
  }

  /** Everything received so far that fits. */
  List<StandInRequest> received(Predicate<StandInRequest> which) {
    synchronized (received) {
      return received.stream().filter(which).toList();
    }
  }

  /** Waits until so many requests that fit were received. */
  List<StandInRequest> awaitReceived(int count, Predicate<StandInRequest> which) {
    await(() -> received(which).size() >= count);
    return received(which);
  }

  /** Waits until every session has its stream, or was refused one. */
  void awaitStreaming() {
    if (!offersStream) {
      awaitReceived(1, StandInRequest::isGet);
      return;
    }
    await(
        () ->
            !sessions.isEmpty()
                && sessions.values().stream().allMatch(StandInSession::isStreaming));
  }

  private void await(BooleanSupplier condition) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
    synchronized (received) {
      while (!condition.getAsBoolean()) {
        long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        if (left <= 0) {
          throw new AssertionError("waited in vain; received " + received);
        }
        try {
          received.wait(left);
        } catch (InterruptedException stop) {
          throw new AssertionError(stop);
        }
      }
    }
  }

  void changed() {
    synchronized (received) {
      received.notifyAll();
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
    sessions.values().forEach(StandInSession::cut);
  }

  /** Ends every event stream as a server does that wants it to be taken up again later. */
  void endStreams(int retryMillis) {
    sessions.values().forEach(side -> side.endStream(retryMillis));
  }

  /** Closes the connections that carry no stream, as a server does that finds them idle. */
  void cutResting() {
    serving.forEach(
        (socket, thread) -> {
          if (sessions.values().stream().noneMatch(side -> side.streamsOver(socket))) {
            StandInWire.abort(socket);
            join(thread);
          }
        });
  }

  /** Forgets every session, as a server does that was started anew. */
  void forgetAll() {
    List<StandInSession> forgotten = new ArrayList<>(sessions.values());
    sessions.clear();
    forgotten.forEach(StandInSession::forget);
  }

  /** Dies at once: nothing is answered, ended or said goodbye to. */
  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException already) {
      throw new UncheckedIOException(already);
    }
    serving.keySet().forEach(StandInWire::abort);
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
        Thread thread = new Thread(() -> serve(socket), "stand-in-server-connection");
        thread.setDaemon(true);
        serving.put(socket, thread);
        thread.start();
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (StandInWire wire = new StandInWire(socket)) {
      StandInRequest request = wire.read();
      while (request != null) {
        synchronized (received) {
          received.add(request);
          received.notifyAll();
        }
        answer(request, wire);
        request = closesAfterAnswer && request.is("tools/call") ? null : wire.read();
      }
    } catch (IOException | InterruptedException gone) {
      // The bridge closed the connection, or this server died.
    }
  }

  private void answer(StandInRequest request, StandInWire wire)
      throws IOException, InterruptedException {
    if (refuseAll != 0) {
      wire.answer(refuseAll, Map.of(), "text/plain", "no");
      return;
    }
    boolean initialize = "initialize".equals(request.rpcMethod());
    StandInSession side = sessions.get(request.headers().getOrDefault("mcp-session-id", ""));
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
          new StandInTools(this, side, wire).answer(request);
        }
      }
    }
  }

  private void initialize(StandInRequest request, StandInWire wire)
      throws IOException, InterruptedException {
    TimeUnit.MILLISECONDS.sleep(initializeDelayMillis);
    String id = "session-" + epoch + "-" + named.incrementAndGet();
    sessions.put(id, new StandInSession(this));
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

  private void listen(StandInRequest request, StandInSession side, StandInWire wire)
      throws IOException, InterruptedException {
    if (!offersStream) {
      wire.answer(405, Map.of(), "", "");
      return;
    }
    side.serve(request.headers().getOrDefault("last-event-id", ""), wire);
  }
}
