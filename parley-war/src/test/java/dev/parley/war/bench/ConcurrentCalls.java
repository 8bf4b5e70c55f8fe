package dev.parley.war.bench;

import dev.parley.war.driver.BenchSession;
import dev.parley.war.driver.KeepAlive;
import dev.parley.war.driver.PreparedCall;
import dev.parley.war.driver.Wire;
import dev.parley.war.process.ServerProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * R: many calls at once, of a server that has answered 2,000 of them and of one that has answered
 * 20,000. Each run starts a server of its own.
 */
final class ConcurrentCalls implements Workload {
  private static final int EARLY = 2_000;
  private static final int LATE = 20_000;
  private static final int CALLS = 4_000;
  private static final int POSTERS = 32;
  private static final String CONTENT = "\"content\":\"" + "x".repeat(200) + "\"";

  /** Makes calls, all that it may have outstanding at once. */
  private interface Callers extends AutoCloseable {
    /** Makes what the next calls need; this is not measured. */
    default void prepare(int calls) throws IOException {}

    /** Returns the seconds until all of so many calls are answered. */
    double call(int calls) throws IOException;

    @Override
    void close() throws IOException;
  }

  private interface Opener {
    Callers on(ServerProcess server) throws IOException;
  }

  private final String name;
  private final Opener opener;
  private final Figure early;
  private final Figure late;
  private final Figure cpu;

  private ConcurrentCalls(String name, Opener opener, double early, double late) {
    this.name = name;
    this.opener = opener;
    this.early = Figure.atLeast("R " + name + ", after 2,000: calls/s", early);
    this.late = Figure.atLeast("R " + name + ", after 20,000: calls/s", late);
    this.cpu = Figure.told("R " + name + ", after 20,000: server CPU us per call");
  }

  static ConcurrentCalls claims() {
    return new ConcurrentCalls("claim_task, 16 outstanding", Claimers::new, 4_000, 9_000);
  }

  static ConcurrentCalls posts() {
    return new ConcurrentCalls("durable post, 32 outstanding", Posters::new, 6_000, 15_000);
  }

  @Override
  public String name() {
    return "R: " + name;
  }

  @Override
  public List<Figure> measure(BenchSettings settings) throws Exception {
    for (int run = 0; run < settings.runs(); run++) {
      try (ServerProcess server = ServerProcess.start(settings);
          Callers callers = opener.on(server)) {
        make(callers, EARLY);
        early.add(CALLS / make(callers, CALLS));
        make(callers, LATE - EARLY - CALLS);
        callers.prepare(CALLS);
        long before = server.figures().cpuMicros();
        late.add(CALLS / callers.call(CALLS));
        cpu.add((double) (server.figures().cpuMicros() - before) / CALLS);
      }
    }
    return List.of(early, late, cpu);
  }

  private static double make(Callers callers, int calls) throws IOException {
    callers.prepare(calls);
    return callers.call(calls);
  }

  /** Sixteen agents, each of which claims tasks that are free. */
  private static final class Claimers implements Callers {
    private final KeepAlive line;
    private final Team team;
    private List<String> tasks = List.of();

    Claimers(ServerProcess server) throws IOException {
      line = new KeepAlive(server.address());
      team = Team.in("claims", server, line);
    }

    @Override
    public void prepare(int calls) throws IOException {
      tasks = team.create(calls);
    }

    @Override
    public double call(int calls) throws IOException {
      return team.claim(tasks);
    }

    @Override
    public void close() throws IOException {
      line.close();
    }
  }

  /** Agents that post to one topic. */
  private static final class Posters implements Callers {
    private final ServerProcess server;
    private final List<PreparedCall> posts = new ArrayList<>();

    Posters(ServerProcess server) throws IOException {
      this.server = server;
      try (KeepAlive line = new KeepAlive(server.address())) {
        Sessions sessions = new Sessions(server, line);
        for (int i = 0; i < POSTERS; i++) {
          BenchSession session = sessions.begin();
          posts.add(
              Wire.tool(
                  server.address(), session, "parley_post", "{\"topic\":\"log\"," + CONTENT + "}"));
        }
      }
    }

    @Override
    public double call(int calls) throws IOException {
      AtomicInteger left = new AtomicInteger(calls);
      try (CallLoop loop =
          new CallLoop(
              server.address(), posts.stream().map(post -> Script.counted(left, post)).toList())) {
        return loop.runThrough();
      }
    }

    @Override
    public void close() {}
  }
}
