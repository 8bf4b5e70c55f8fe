package dev.parley.engine.bench;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Agents who all speak at once, each the next time when what it said last is answered. */
final class Posters {
  static final int OUTSTANDING = 32;

  private Posters() {}

  /** As many agents as speak at once. */
  static List<Connection> connect(Parley parley) {
    return Stream.generate(() -> parley.connect(ConnectOptions.anonymous()))
        .limit(OUTSTANDING)
        .toList();
  }

  /** Has {@code speakers} say so many in all; answers how many a second. */
  static double rate(List<Connection> speakers, int posts, Consumer<Connection> say)
      throws InterruptedException {
    ExecutorService posters = Executors.newFixedThreadPool(speakers.size());
    long begun = System.nanoTime();
    for (Connection speaker : speakers) {
      posters.execute(
          () -> {
            for (int i = 0; i < posts / speakers.size(); i++) {
              say.accept(speaker);
            }
          });
    }
    posters.shutdown();
    if (!posters.awaitTermination(10, TimeUnit.MINUTES)) {
      throw new IllegalStateException("the posters did not end");
    }
    return posts / ((System.nanoTime() - begun) / 1e9);
  }
}
