package dev.parley.war.bench;

import dev.parley.war.driver.KeepAlive;
import dev.parley.war.process.ServerProcess;
import java.io.IOException;
import java.util.List;

/** L: a deliverable of 100 KB is posted and read, again and again, by one client. */
final class ArtifactCalls implements Workload {
  private static final String LINE = "    if (isOpen(door)) { return \\\"come in\\\"; }";
  private static final int BYTES = 100 * 1024;
  private static final int CALLS = 300;
  private static final int WARM_UPS = 30;
  private static final String NAME = "\"name\":\"report\"";

  private final Figure post = Figure.atMost("L post_artifact of 100 KB: p50 ms", 2.5);
  private final Figure get = Figure.atMost("L get_artifact of 100 KB: p50 ms", 1.5);

  /** The calls of one client: a post and a read count as one. */
  static Load load(ServerProcess server) throws IOException {
    KeepAlive line = new KeepAlive(server.address());
    Team team = Team.in("artifacts", server, line);
    String posting = posting();
    return new OneClient(
        line,
        () -> {
          team.call("post_artifact", posting);
          team.call("get_artifact", NAME);
        });
  }

  private static String posting() {
    String content = (LINE + "\\n").repeat(BYTES / LINE.length());
    return NAME + ",\"type\":\"report\",\"content\":\"" + content + "\"";
  }

  @Override
  public String name() {
    return "L: post_artifact and get_artifact of 100 KB";
  }

  @Override
  public List<Figure> measure(BenchSettings settings) throws Exception {
    try (ServerProcess server = ServerProcess.start(settings);
        KeepAlive line = new KeepAlive(server.address())) {
      Team team = Team.in("artifacts", server, line);
      String posting = posting();
      for (int warmUp = 0; warmUp < WARM_UPS; warmUp++) {
        run(team, posting, new Latencies(), new Latencies());
      }
      for (int run = 0; run < settings.runs(); run++) {
        Latencies posted = new Latencies();
        Latencies got = new Latencies();
        run(team, posting, posted, got);
        post.add(posted.millisAt(0.5));
        get.add(got.millisAt(0.5));
      }
    }
    return List.of(post, get);
  }

  private static void run(Team team, String posting, Latencies posted, Latencies got)
      throws Exception {
    for (int i = 0; i < CALLS; i++) {
      posted.record(team.time("post_artifact", posting));
      got.record(team.time("get_artifact", NAME));
    }
  }
}
