package dev.parley.war.soak;

import dev.parley.war.driver.Wire;
import dev.parley.war.process.BridgeClient;
import java.io.IOException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Two bridges in processes of their own, which talk to each other in a room. Every other pair ends
 * by SIGKILL.
 */
final class BridgeVisit implements Visitors.Visit {
  private static final String ROOM = "soak-bridges";
  private static final int MESSAGES = 10;
  private static final int NICKNAMES = 32;
  private static final int FIRST_CALL = 2;
  private static final long PATIENCE_MILLIS = TimeUnit.SECONDS.toMillis(60);

  private final SoakSettings settings;
  private final String url;
  private final Visitors visitors;
  private final AtomicLong ended;
  private long visits;

  BridgeVisit(SoakSettings settings, String url, Visitors visitors, AtomicLong ended) {
    this.settings = settings;
    this.url = url;
    this.visitors = visitors;
    this.ended = ended;
  }

  @Override
  public void run() throws IOException {
    long visit = visits++;
    try (BridgeClient one = new BridgeClient(settings, url);
        BridgeClient other = new BridgeClient(settings, url)) {
      Future<?> end =
          visitors.after(
              PATIENCE_MILLIS,
              () -> {
                one.kill();
                other.kill();
              });
      try {
        join(one, "one-" + visit % NICKNAMES);
        join(other, "other-" + visit % NICKNAMES);
        for (int i = 0; i < MESSAGES; i++) {
          talk(one, other, visit, i);
          talk(other, one, visit, i);
        }
      } finally {
        end.cancel(false);
      }
      if (visit % 2 == 1) {
        one.kill();
        other.kill();
      }
      ended.addAndGet(2);
    }
  }

  private static void join(BridgeClient bridge, String nickname) throws IOException {
    bridge.begin();
    bridge.say(Wire.initializedJson());
    String arguments = "{\"room\":\"" + ROOM + "\",\"nickname\":\"" + nickname + "\"}";
    bridge.say(Wire.toolJson(1, "join_room", arguments));
    await(bridge, "\"isError\":false");
  }

  private static void talk(BridgeClient from, BridgeClient to, long visit, int number)
      throws IOException {
    String body = "message-" + visit + "-" + number + "-";
    String arguments = "{\"room\":\"" + ROOM + "\",\"body\":\"" + body + "\"}";
    from.say(Wire.toolJson(FIRST_CALL + number, "send_message", arguments));
    await(to, body);
    await(from, "messageId");
  }

  /** Waits for a line with these words; others may come before. */
  private static void await(BridgeClient bridge, String words) throws IOException {
    for (String line = bridge.hear(); !line.contains(words); line = bridge.hear()) {
      if (line.contains("\"isError\":true") || line.contains("\"error\":")) {
        throw new IOException("the bridge answered " + line);
      }
    }
  }
}
