package dev.parley.war.bench;

import dev.parley.war.driver.BenchSession;
import dev.parley.war.driver.KeepAlive;
import dev.parley.war.driver.PreparedCall;
import dev.parley.war.driver.Wire;
import dev.parley.war.process.ServerProcess;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * N and O: a durable topic of 10,000 messages read in pages of 1,000 by one client, each from
 * asking to the last byte of the answer, and a client that waits in {@code wait_for_messages}, from
 * the call that says something to its answer: one that began to wait a moment ago and is answered
 * plainly, and one whose answer has become an event stream.
 */
final class BusReads implements Workload {
  private static final int MESSAGES = 10_000;
  private static final int PAGE = 1_000;
  private static final String TOPIC = "catch-up";
  private static final String DESK = "desk";
  private static final long UNTIL_IT_WAITS = TimeUnit.MILLISECONDS.toNanos(3);
  private static final long UNTIL_IT_IS_OPENED = TimeUnit.MILLISECONDS.toNanos(40);

  private final Figure catchUp =
      Figure.atMost("N catch-up of 10,000 in pages of 1,000: p50 ms", 120);
  private final Figure wakeUp = Figure.atMost("O wait_for_messages, wake-up: p50 ms", 2);
  private final Figure worst = Figure.atMost("O wait_for_messages, wake-up: p99 ms", 8);

  private final Figure opened = Figure.atMost("O the same, opened before: p50 ms", 2);
  private final Figure openedWorst = Figure.atMost("O the same, opened before: p99 ms", 8);

  @Override
  public String name() {
    return "N, O: the bus over HTTP";
  }

  @Override
  public List<Figure> measure(BenchSettings settings) throws Exception {
    ExecutorService waiting = Executors.newSingleThreadExecutor();
    try (ServerProcess server = ServerProcess.start(settings);
        KeepAlive line = new KeepAlive(server.address());
        KeepAlive waitingLine = new KeepAlive(server.address())) {
      InetSocketAddress address = server.address();
      Sessions.warmUp(server, line);
      Sessions sessions = new Sessions(server, line);
      BenchSession speaker = sessions.begin();
      sessions.join(speaker, DESK);
      BenchSession listener = sessions.begin();
      sessions.join(listener, DESK);
      fill(address, speaker, line);
      PreparedCall say = Wire.tool(address, speaker, "send_message", Wire.message(DESK, 200));
      PreparedCall listen =
          Wire.tool(address, listener, "wait_for_messages", "{\"block_ms\":50000}");
      Latencies.Call woken = () -> wakeUp(line, say, waitingLine, listen, waiting, UNTIL_IT_WAITS);
      Latencies.Call wokenOpen =
          () -> wakeUp(line, say, waitingLine, listen, waiting, UNTIL_IT_IS_OPENED);
      int half = Math.max(1, settings.seconds() / 2);
      Latencies.of(half, () -> readAll(address, speaker, line));
      Latencies.of(half, woken);
      Latencies.of(half, wokenOpen);
      for (int run = 0; run < settings.runs(); run++) {
        catchUp.add(Latencies.of(half, () -> readAll(address, speaker, line)).millisAt(0.5));
        Latencies wakeUps = Latencies.of(half, woken);
        wakeUp.add(wakeUps.millisAt(0.5));
        worst.add(wakeUps.millisAt(0.99));
        Latencies open = Latencies.of(settings.seconds(), wokenOpen);
        opened.add(open.millisAt(0.5));
        openedWorst.add(open.millisAt(0.99));
      }
    } finally {
      waiting.shutdownNow();
    }
    return List.of(catchUp, wakeUp, worst, opened, openedWorst);
  }

  private static void fill(InetSocketAddress address, BenchSession session, KeepAlive line)
      throws IOException {
    String arguments = "{\"topic\":\"" + TOPIC + "\",\"content\":\"" + "x".repeat(200) + "\"}";
    PreparedCall post = Wire.tool(address, session, "parley_post", arguments);
    for (int i = 0; i < MESSAGES; i++) {
      line.must(post);
    }
  }

  private static long readAll(InetSocketAddress address, BenchSession session, KeepAlive line)
      throws IOException {
    long took = 0;
    String since = "0";
    for (int read = 0; read < MESSAGES; read += PAGE) {
      String arguments =
          "{\"topic\":\"" + TOPIC + "\",\"limit\":" + PAGE + ",\"since\":\"" + since + "\"}";
      took += line.time(Wire.tool(address, session, "parley_fetch_recent", arguments).next().bytes);
      since = line.answer().field("nextCursor");
    }
    if (!line.answer().field("hasMore").equals("false")) {
      throw new IOException("there is more than " + MESSAGES);
    }
    return took;
  }

  private static long wakeUp(
      KeepAlive line,
      PreparedCall say,
      KeepAlive waitingLine,
      PreparedCall listen,
      ExecutorService waiting,
      long nanosBefore)
      throws IOException {
    Future<Long> answered =
        waiting.submit(
            () -> {
              waitingLine.must(listen);
              return System.nanoTime();
            });
    LockSupport.parkNanos(nanosBefore);
    long begun = System.nanoTime();
    line.must(say);
    try {
      return answered.get(10, TimeUnit.SECONDS) - begun;
    } catch (Exception e) {
      throw new IOException("the waiting call was not answered", e);
    }
  }
}
