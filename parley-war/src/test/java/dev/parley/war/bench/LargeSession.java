package dev.parley.war.bench;

import dev.parley.war.driver.KeepAlive;
import dev.parley.war.process.ServerProcess;
import java.io.IOException;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Random;

/**
 * M: the same calls in a session that holds much and in one that holds next to nothing, in turn.
 * Before each claim the session gets a task more, so that both come to it from the same work.
 */
final class LargeSession implements Workload {
  private static final int MESSAGES = 100_000;
  private static final int TASKS = 10_000;
  private static final int CALLS = 300;

  private final Pair claim = new Pair("claim_task", true);
  private final Pair read = new Pair("get_messages after_seq", true);
  private final Pair next = new Pair("claim_next_task", false);

  @Override
  public String name() {
    return "M: a session of 100,000 messages and 10,000 tasks";
  }

  @Override
  public List<Figure> measure(BenchSettings settings) throws Exception {
    try (ServerProcess server = ServerProcess.start(settings);
        KeepAlive line = new KeepAlive(server.address())) {
      Team large = Team.in("large", server, line);
      // the first half is left to claim_next_task, which takes the oldest
      List<String> tasks = large.create(TASKS).subList(TASKS / 2, TASKS);
      Collections.shuffle(tasks, new Random(1));
      Iterator<String> free = tasks.iterator();
      for (int said = 0; said < MESSAGES; said += MESSAGES / 10) {
        large.say(MESSAGES / 10);
        large.position(); // or the server closes the idle line on a slow machine
      }
      for (int run = 0; run <= settings.runs(); run++) {
        Team empty = Team.in("empty-" + run, server, line);
        compare(large, empty, free);
        if (run > 0) { // the first one warms up
          List.of(claim, read, next).forEach(Pair::add);
        }
      }
    }
    return List.of(claim.ratio, claim.median, read.ratio, read.median, next.ratio, next.median);
  }

  private void compare(Team large, Team empty, Iterator<String> free) throws IOException {
    List.of(claim, read, next).forEach(Pair::clear);
    String afterLarge = "\"after_seq\":" + large.position();
    String afterEmpty = "\"after_seq\":" + empty.position();
    for (int i = 0; i < CALLS; i++) {
      large.call("create_task", Team.task());
      claim.inLarge.record(large.timeClaim(free.next()));
      String only = empty.call("create_task", Team.task()).field("task_id");
      claim.inEmpty.record(empty.timeClaim(only));
      read.inLarge.record(large.time("get_messages", afterLarge));
      read.inEmpty.record(empty.time("get_messages", afterEmpty));
      empty.call("create_task", Team.task());
      next.inLarge.record(large.time("claim_next_task", ""));
      next.inEmpty.record(empty.time("claim_next_task", ""));
    }
  }

  private static final class Pair {
    private final Latencies inLarge = new Latencies();
    private final Latencies inEmpty = new Latencies();
    private final Figure ratio;
    private final Figure median;

    Pair(String tool, boolean judged) {
      String words = "M " + tool + ", large session: p50 as a multiple of an empty one's";
      this.ratio = judged ? Figure.atMost(words, 1.5) : Figure.told(words);
      this.median = Figure.told("M " + tool + ", large session: p50 ms");
    }

    void clear() {
      inLarge.clear();
      inEmpty.clear();
    }

    void add() {
      ratio.add(inLarge.millisAt(0.5) / inEmpty.millisAt(0.5));
      median.add(inLarge.millisAt(0.5));
    }
  }
}
