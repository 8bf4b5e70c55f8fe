package dev.parley.war.bench;

import dev.parley.war.driver.HttpAnswer;
import dev.parley.war.driver.KeepAlive;
import dev.parley.war.process.ServerProcess;
import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;

/**
 * J and K: a session in which 10,000 messages were said, of which one client reads none, or all.
 */
final class MessageReads implements Workload {
  private static final int MESSAGES = 10_000;

  /** The most that one answer has. */
  private static final int PAGE = 1_000;

  private static final Pattern SEQ = Pattern.compile("\"seq\":(\\d+)");

  private final Figure none =
      Figure.atMost("J get_messages, nothing new, 10,000 stored: p50 ms", 0.7);
  private final Figure all =
      Figure.atMost("K get_messages, all of 10,000 in pages of 1,000: p50 ms", 120);

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
      require(found(team.call("get_messages", after)), 0);
      Latencies.of(half, () -> team.time("get_messages", after));
      Latencies.of(half, () -> readAll(team, line));
      for (int run = 0; run < settings.runs(); run++) {
        none.add(Latencies.of(half, () -> team.time("get_messages", after)).millisAt(0.5));
        all.add(Latencies.of(half, () -> readAll(team, line)).millisAt(0.5));
      }
    }
    return List.of(none, all);
  }

  /** Reads all messages, page by page; returns the nanoseconds until each was answered. */
  private static long readAll(Team team, KeepAlive line) throws IOException {
    long took = 0;
    long all = 0;
    long last = 0;
    long found;
    do {
      took += team.time("get_messages", "\"after_seq\":" + last);
      found = found(line.answer());
      all += found;
      last = found == 0 ? last : lastSeq(line.answer());
    } while (found == PAGE);
    require(all, MESSAGES);
    return took;
  }

  private static long found(HttpAnswer answer) {
    return SEQ.matcher(answer.body()).results().count();
  }

  private static long lastSeq(HttpAnswer answer) {
    return SEQ.matcher(answer.body())
        .results()
        .mapToLong(seq -> Long.parseLong(seq.group(1)))
        .max()
        .orElseThrow();
  }

  private static void require(long found, int messages) throws IOException {
    if (found != messages) {
      throw new IOException("read " + found + " messages, not " + messages);
    }
  }
}
