package dev.parley.war.bench;

import dev.parley.war.driver.BenchSession;
import dev.parley.war.driver.KeepAlive;
import dev.parley.war.driver.PreparedCall;
import dev.parley.war.driver.Wire;
import dev.parley.war.process.ServerProcess;
import java.io.IOException;
import java.util.List;

/**
 * Q: one tool called by one client, on a server that has just started. Each run starts a server of
 * its own.
 */
final class FirstCalls implements Workload {
  private static final int FIRST = 1_000;

  /** After so many calls the server has compiled what it calls. */
  private static final int WARM_UP = 14_000;

  private static final int STEADY = 5_000;

  private static final int BODY_BYTES = 200;
  private static final String ROOM = "first";

  /** One call, answered. */
  private interface Call {
    void make() throws IOException;
  }

  private final String tool;
  private final Figure firstMillis;
  private final Figure firstCpu;
  private final Figure steadyMillis;
  private final Figure steadyCpu;

  private FirstCalls(String tool) {
    this.tool = tool;
    this.firstMillis = Figure.told("Q " + tool + ", first 1,000 calls: p50 ms");
    this.firstCpu = Figure.told("Q " + tool + ", first 1,000 calls: server CPU us per call");
    this.steadyMillis = Figure.told("Q " + tool + ", after 15,000 calls: p50 ms");
    this.steadyCpu = Figure.told("Q " + tool + ", after 15,000 calls: server CPU us per call");
  }

  static FirstCalls listRooms() {
    return new FirstCalls("list_rooms");
  }

  static FirstCalls sendMessage() {
    return new FirstCalls("send_message");
  }

  static FirstCalls createTask() {
    return new FirstCalls("create_task");
  }

  @Override
  public String name() {
    return "Q: " + tool + " on a fresh server";
  }

  @Override
  public List<Figure> measure(BenchSettings settings) throws Exception {
    for (int run = 0; run < settings.runs(); run++) {
      try (ServerProcess server = ServerProcess.start(settings);
          KeepAlive line = new KeepAlive(server.address())) {
        Call call = call(server, line);
        measure(server, call, FIRST, firstMillis, firstCpu);
        if (settings.isSteadyToo()) {
          for (int i = 0; i < WARM_UP; i++) {
            call.make();
          }
          measure(server, call, STEADY, steadyMillis, steadyCpu);
        }
      }
    }
    return settings.isSteadyToo()
        ? List.of(firstMillis, firstCpu, steadyMillis, steadyCpu)
        : List.of(firstMillis, firstCpu);
  }

  private Call call(ServerProcess server, KeepAlive line) throws IOException {
    if (tool.equals("create_task")) {
      Team team = Team.in(ROOM, server, line);
      return () -> team.call(tool, Team.task());
    }
    Sessions sessions = new Sessions(server, line);
    BenchSession session = sessions.begin();
    sessions.join(session, ROOM);
    String arguments = tool.equals("send_message") ? Wire.message(ROOM, BODY_BYTES) : "{}";
    PreparedCall request = Wire.tool(server.address(), session, tool, arguments);
    return () -> line.must(request);
  }

  private static void measure(ServerProcess server, Call call, int calls, Figure median, Figure cpu)
      throws IOException {
    Latencies latencies = new Latencies();
    long before = server.figures().cpuMicros();
    for (int i = 0; i < calls; i++) {
      long begun = System.nanoTime();
      call.make();
      latencies.record(System.nanoTime() - begun);
    }
    cpu.add((double) (server.figures().cpuMicros() - before) / calls);
    median.add(latencies.millisAt(0.5));
  }
}
