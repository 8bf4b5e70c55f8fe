package dev.parley.war.load;

import dev.parley.war.driver.HttpAnswer;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * All calls of a run, in the thread of the caller. With a rate, each call has a time at which it is
 * due, whether or not the one before is answered, and its latency counts from then.
 */
public final class LoadLoop implements AutoCloseable {
  private static final long REST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long ANSWER_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final Selector selector = Selector.open();
  private final List<LoadLine> lines = new ArrayList<>();
  private final Deque<Resting> resting = new ArrayDeque<>();
  private final Counters counters;
  private final int rate;
  private boolean ending;
  private int turnOf;

  private record Resting(LoadLine line, long until) {}

  public LoadLoop(List<LoadAgent> agents, int rate, Counters counters) throws IOException {
    this.rate = rate;
    this.counters = counters;
    agents.forEach(agent -> lines.add(new LoadLine(agent, selector)));
  }

  /** Calls for so long; {@code watch} runs about ten times a second. */
  public void run(long nanos, Runnable watch) throws IOException {
    ending = false;
    long begun = System.nanoTime();
    long until = begun + nanos;
    long calls = 0;
    long watched = begun;
    if (rate == 0) {
      resting.clear();
      for (LoadLine line : lines) {
        if (!line.isWaiting()) {
          call(line, System.nanoTime());
        }
      }
    }
    for (long now = begun; now < until; now = System.nanoTime()) {
      long due = until;
      while (rate > 0 && (due = begun + (long) (calls * 1e9 / rate)) <= now) {
        calls++;
        callWhenFree(lines.get(turnOf++ % lines.size()), due);
      }
      turn(Math.min(due, watched + TICK_NANOS) - now);
      if (now - watched >= TICK_NANOS) {
        watched = now;
        watch.run();
      }
    }
  }

  /** Waits for the last answers; returns how many calls were due and not made. */
  public long finish() throws IOException {
    ending = true;
    long now = System.nanoTime();
    long unmade = 0;
    for (LoadLine line : lines) {
      unmade += line.due().size();
      line.due().clear();
    }
    while (lines.stream().anyMatch(LoadLine::isWaiting) && System.nanoTime() - now < ANSWER_NANOS) {
      turn(TICK_NANOS);
    }
    for (LoadLine line : lines) {
      if (line.isWaiting()) {
        cut(line, "no answer");
      }
    }
    return unmade;
  }

  private void turn(long nanos) throws IOException {
    long millis = TimeUnit.NANOSECONDS.toMillis(nanos);
    if (millis > 0) {
      selector.select(this::read, millis);
    } else {
      selector.selectNow(this::read);
    }
    long now = System.nanoTime();
    while (!resting.isEmpty() && resting.peek().until <= now) {
      goOn(resting.remove().line);
    }
  }

  private void read(SelectionKey key) {
    LoadLine line = (LoadLine) key.attachment();
    try {
      if (line.isAnswered()) {
        take(line);
      }
    } catch (IOException e) {
      cut(line, "connection cut");
    }
  }

  private void take(LoadLine line) throws IOException {
    HttpAnswer answer = line.answer();
    if (answer.isAccepted()) {
      counters.answered(line.agent().work(), System.nanoTime() - line.calledFor());
      line.agent().accepted(answer);
      goOn(line);
    } else {
      counters.error(Refusal.code(answer));
      line.agent().failed(answer.status() < 500);
      rest(line);
    }
  }

  private void goOn(LoadLine line) {
    if (ending || line.isWaiting()) {
      return;
    }
    Long due = rate == 0 ? Long.valueOf(System.nanoTime()) : line.due().poll();
    if (due != null) {
      call(line, due);
    }
  }

  private void callWhenFree(LoadLine line, long due) {
    if (line.isWaiting() || !line.due().isEmpty()) {
      line.due().add(due);
    } else {
      call(line, due);
    }
  }

  private void call(LoadLine line, long due) {
    try {
      line.call(due);
    } catch (IOException e) {
      cut(line, "connection refused or cut");
    }
  }

  private void cut(LoadLine line, String error) {
    counters.error(error);
    line.agent().failed(false);
    try {
      line.drop();
    } catch (IOException e) {
      // it is closed
    }
    rest(line);
  }

  private void rest(LoadLine line) {
    resting.add(new Resting(line, System.nanoTime() + REST_NANOS));
  }

  @Override
  public void close() throws IOException {
    for (LoadLine line : lines) {
      line.close();
    }
    selector.close();
  }
}
