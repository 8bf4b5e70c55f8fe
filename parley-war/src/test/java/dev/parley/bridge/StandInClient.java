package dev.parley.bridge;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** An MCP client that runs a bridge in this process and talks to it line by line. */
final class StandInClient implements AutoCloseable {
  private static final long PATIENCE_MILLIS = 10_000;

  private final PipedOutputStream toBridge = new PipedOutputStream();
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private final ByteArrayOutputStream errors = new ByteArrayOutputStream();
  private final Bridge bridge;
  private final Thread running;

  private StandInClient(BridgeOptions options) {
    this(options, Map.of());
  }

  private StandInClient(BridgeOptions options, Map<String, String> environment) {
    try {
      PipedInputStream fromClient = new PipedInputStream(toBridge, 1 << 21);
      PrintStream err = new PrintStream(errors, true, UTF_8);
      bridge = new Bridge(options, environment, fromClient, new Lines(lines), err);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    running = new Thread(bridge::run, "bridge-under-test");
    running.start();
  }

  static StandInClient of(StandInServer server, String... flags) {
    return of(server.url(), flags);
  }

  static StandInClient of(String url, String... flags) {
    return new StandInClient(options(url, flags));
  }

  /** A client whose bridge waits only so long for a call and for a silent stream. */
  static StandInClient withPatience(StandInServer server, int callMillis, int silenceMillis) {
    BridgeOptions usual = options(server.url());
    return new StandInClient(
        new BridgeOptions(
            usual.server(),
            usual.trusted(),
            usual.token(),
            usual.agent(),
            usual.workspace(),
            usual.session(),
            usual.start(),
            usual.urgent(),
            callMillis,
            silenceMillis,
            false));
  }

  /** A client that has begun: initialized, and its event stream open. */
  static StandInClient begun(StandInServer server, String... flags) {
    StandInClient client = of(server, flags);
    client.begin();
    server.awaitStreaming();
    return client;
  }

  /** A client whose bridge shows {@code token}. */
  static StandInClient withToken(String token, StandInServer server, String... flags) {
    return new StandInClient(options(Map.of("PARLEY_TOKEN", token), server.url(), flags));
  }

  /** A client that has begun in this environment. */
  static StandInClient begunIn(Map<String, String> environment, StandInServer server) {
    StandInClient client = new StandInClient(options(server.url()), environment);
    client.begin();
    server.awaitStreaming();
    return client;
  }

  /** A client with this name that has begun in this environment. */
  static StandInClient named(String name, Map<String, String> environment, StandInServer server) {
    StandInClient client = new StandInClient(options(server.url()), environment);
    client.ask(0, "initialize", INITIALIZE_PARAMS.replace("stand-in", name));
    client.write("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
    server.awaitStreaming();
    return client;
  }

  private static BridgeOptions options(String url, String... flags) {
    return options(Map.of(), url, flags);
  }

  private static BridgeOptions options(
      Map<String, String> environment, String url, String... flags) {
    List<String> all = new ArrayList<>(List.of("--url", url));
    all.addAll(List.of(flags));
    Map<String, String> variables = new HashMap<>(environment);
    // Where no properties file lies that could get into the test.
    variables.put("XDG_CONFIG_HOME", "/nowhere");
    return BridgeOptions.of(all.toArray(String[]::new), variables);
  }

  /** Goes through initialize; returns its answer. */
  String begin() {
    String answer = ask(0, "initialize", INITIALIZE_PARAMS);
    write("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
    return answer;
  }

  static final String INITIALIZE_PARAMS =
      "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"stand-in\",\"version\":\"1\"}}";

  void write(String line) {
    try {
      toBridge.write((line + "\n").getBytes(UTF_8));
      toBridge.flush();
    } catch (IOException ended) {
      throw new UncheckedIOException(ended);
    }
  }

  void send(int id, String method, String params) {
    write(
        "{\"jsonrpc\":\"2.0\",\"id\":"
            + id
            + ",\"method\":\""
            + method
            + "\",\"params\":"
            + params
            + "}");
  }

  void sendCall(int id, String tool, String arguments) {
    send(id, "tools/call", "{\"name\":\"" + tool + "\",\"arguments\":" + arguments + "}");
  }

  String ask(int id, String method, String params) {
    send(id, method, params);
    return awaitAnswer(id);
  }

  String call(int id, String tool, String arguments) {
    sendCall(id, tool, arguments);
    return awaitAnswer(id);
  }

  String joins(int id, String room, String nickname) {
    return call(id, "join_room", "{\"room\":\"" + room + "\",\"nickname\":\"" + nickname + "\"}");
  }

  /** The next line that answers this id; lines before it are passed over. */
  String awaitAnswer(int id) {
    return awaitLine(line -> line.contains("\"id\":" + id + ",") && !line.contains("\"method\""));
  }

  String awaitPush() {
    return awaitLine(line -> line.contains("notifications/claude/channel"));
  }

  String awaitLine(Predicate<String> which) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
    List<String> passed = new ArrayList<>();
    try {
      while (true) {
        String line = lines.poll(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
        if (line == null) {
          throw new AssertionError("no such line came, only " + passed + "; " + errors);
        } else if (which.test(line)) {
          return line;
        }
        passed.add(line);
      }
    } catch (InterruptedException stop) {
      throw new AssertionError(stop);
    }
  }

  /** Lines that have come and were not looked at. */
  List<String> rest() {
    List<String> rest = new ArrayList<>();
    lines.drainTo(rest);
    return rest;
  }

  String errors() {
    return errors.toString(UTF_8);
  }

  void endInput() {
    try {
      toBridge.close();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /** Waits for the bridge to end by itself; false if it does not. */
  boolean hasEnded(int millis) {
    try {
      running.join(millis);
    } catch (InterruptedException stop) {
      throw new AssertionError(stop);
    }
    return !running.isAlive();
  }

  @Override
  public void close() {
    endInput();
    bridge.end();
  }

  /** Cuts what is written into lines. */
  private static final class Lines extends OutputStream {
    private final BlockingQueue<String> to;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    Lines(BlockingQueue<String> to) {
      this.to = to;
    }

    @Override
    public synchronized void write(int b) {
      if (b == '\n') {
        to.add(line.toString(UTF_8));
        line.reset();
      } else {
        line.write(b);
      }
    }
  }
}
