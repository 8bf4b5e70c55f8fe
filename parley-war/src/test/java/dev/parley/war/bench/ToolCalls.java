package dev.parley.war.bench;

import dev.parley.war.driver.BenchSession;
import dev.parley.war.driver.KeepAlive;
import dev.parley.war.driver.PreparedCall;
import dev.parley.war.driver.Wire;
import dev.parley.war.process.ServerProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** D: one tool called over HTTP, by one client and by eight at once. */
final class ToolCalls implements Workload {
  private static final int CLIENTS = 8;
  private static final int BODY_BYTES = 200;

  private final String tool;
  private final Figure latency;
  private final Figure worst;
  private final Figure calls;
  private final Figure serverCpu;

  private ToolCalls(String tool) {
    this.tool = tool;
    this.latency = Figure.atMost("D " + tool + ", 1 client: p50 ms", 0.6);
    this.worst = Figure.told("D " + tool + ", 1 client: p99 ms");
    this.calls = Figure.atLeast("D " + tool + ", 8 clients: calls/s", 4_000);
    this.serverCpu = Figure.told("D " + tool + ", 8 clients: server CPU us per call");
  }

  static ToolCalls sendMessage() {
    return new ToolCalls("send_message");
  }

  static ToolCalls listRooms() {
    return new ToolCalls("list_rooms");
  }

  static ToolCalls post() {
    return new ToolCalls("parley_post");
  }

  @Override
  public String name() {
    return "D: " + tool + " over HTTP";
  }

  @Override
  public List<Figure> measure(BenchSettings settings) throws Exception {
    try (ServerProcess server = ServerProcess.start(settings);
        KeepAlive line = new KeepAlive(server.address())) {
      List<PreparedCall> requests = requests(server, line);
      try (CallLoop eight = loop(server, requests)) {
        int half = Math.max(1, settings.seconds() / 2);
        Sessions.warmUp(server, line);
        eight.run(settings.seconds());
        for (int run = 0; run < settings.runs(); run++) {
          Latencies one = alone(line, requests.get(0), half);
          latency.add(one.millisAt(0.5));
          worst.add(one.millisAt(0.99));
          long cpuBefore = server.figures().cpuMicros();
          long done = eight.run(half);
          calls.add((double) done / half);
          serverCpu.add((double) (server.figures().cpuMicros() - cpuBefore) / done);
        }
      }
    }
    return List.of(latency, worst, calls, serverCpu);
  }

  /** The calls of eight clients. */
  Load load(ServerProcess server) throws IOException {
    try (KeepAlive line = new KeepAlive(server.address())) {
      CallLoop eight = loop(server, requests(server, line));
      return new Load() {
        @Override
        public long work(long nanos) throws IOException {
          return eight.runOut(nanos);
        }

        @Override
        public void close() throws IOException {
          eight.close();
        }
      };
    }
  }

  private List<PreparedCall> requests(ServerProcess server, KeepAlive line) throws IOException {
    List<PreparedCall> requests = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      requests.add(request(server, line, "room-" + i));
    }
    return requests;
  }

  private static CallLoop loop(ServerProcess server, List<PreparedCall> requests)
      throws IOException {
    return new CallLoop(server.address(), requests.stream().map(Script::repeating).toList());
  }

  private PreparedCall request(ServerProcess server, KeepAlive line, String room)
      throws IOException {
    Sessions sessions = new Sessions(server, line);
    BenchSession session = sessions.begin();
    sessions.join(session, room);
    return Wire.tool(server.address(), session, tool, arguments(room));
  }

  private String arguments(String room) {
    return switch (tool) {
      case "send_message" -> Wire.message(room, BODY_BYTES);
      case "parley_post" ->
          "{\"topic\":\"of-" + room + "\",\"content\":\"" + "x".repeat(BODY_BYTES) + "\"}";
      default -> "{}";
    };
  }

  private static Latencies alone(KeepAlive line, PreparedCall request, int seconds)
      throws IOException {
    Latencies latencies = new Latencies();
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    long now = System.nanoTime();
    while (now < until) {
      line.must(request);
      long answered = System.nanoTime();
      latencies.record(answered - now);
      now = answered;
    }
    return latencies;
  }
}
