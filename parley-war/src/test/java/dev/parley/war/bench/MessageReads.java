package dev.parley.war.bench;

import java.io.IOException;
import java.util.List;

/**
 * J and K: a session in which 10,000 messages were said, of which one client reads none, or all.
 */
final class MessageReads implements Workload {
  private static final int MESSAGES = 10_000;

  private final Figure none =
      Figure.atMost("J get_messages, nothing new, 10,000 stored: p50 ms", 0.7);
  private final Figure all = Figure.atMost("K get_messages, all of 10,000: p50 ms", 60);
  private final Figure megabytes = Figure.told("K get_messages, all of 10,000: MB in the answer");

  @Override
  public String name() {
    return "J, K: get_messages over HTTP";
  }

  @Override
  public List<Figure> measure(BenchSettings settings) throws Exception {
    try (ServerProcess server = ServerProcess.start(settings);
        KeepAlive line = new KeepAlive(server.address())) {
      Team team = Team.in("messages", server, line);
      int half = Math.max(1, settings.seconds() / 2);
      team.say(MESSAGES - 1);
      String after = "\"after_seq\":" + team.position();
      require(team.call("get_messages", after), 0);
      require(team.call("get_messages", ""), MESSAGES);
      megabytes.add(line.answer().size / 1e6);
      Latencies.of(half, () -> team.time("get_messages", after));
      Latencies.of(half, () -> team.time("get_messages", ""));
      for (int run = 0; run < settings.runs(); run++) {
        none.add(Latencies.of(half, () -> team.time("get_messages", after)).millisAt(0.5));
        all.add(Latencies.of(half, () -> team.time("get_messages", "")).millisAt(0.5));
      }
    }
    return List.of(none, all, megabytes);
  }

  private static void require(HttpAnswer answer, int messages) throws IOException {
    long found = answer.body().split("\"seq\":", -1).length - 1L;
    if (found != messages) {
      throw new IOException("read " + found + " messages, not " + messages);
    }
  }
}
