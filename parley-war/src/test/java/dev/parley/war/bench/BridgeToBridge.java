package dev.parley.war.bench;

import dev.parley.war.driver.PreparedCall;
import dev.parley.war.driver.Wire;
import dev.parley.war.process.BridgeClient;
import dev.parley.war.process.ServerProcess;
import java.io.IOException;
import java.util.List;

/**
 * C: two agents behind bridges; from the call's line at the one to the push's line at the other.
 */
final class BridgeToBridge implements Workload {
  private static final String ROOM = "pair";
  private static final int BODY_BYTES = 200;
  private static final int MESSAGES = 500;
  private static final int WARM_UP_MESSAGES = 3_000;

  private final Figure median = Figure.atMost("C bridge to bridge: p50 ms", 1.8);
  private final Figure worst = Figure.atMost("C bridge to bridge: p99 ms", 6);

  @Override
  public String name() {
    return "C: bridge to bridge, two agents";
  }

  @Override
  public List<Figure> measure(BenchSettings settings) throws Exception {
    try (ServerProcess server = ServerProcess.start(settings);
        BridgeClient sender = new BridgeClient(settings, server.url());
        BridgeClient receiver = new BridgeClient(settings, server.url())) {
      sender.begin();
      sender.join(ROOM, "sender");
      receiver.begin();
      receiver.join(ROOM, "receiver");
      PreparedCall line =
          new PreparedCall(
              (Wire.toolJson("send_message", Wire.message(ROOM, BODY_BYTES)) + "\n")
                  .getBytes(Wire.ASCII));
      talk(sender, receiver, line, WARM_UP_MESSAGES);
      for (int run = 0; run < settings.runs(); run++) {
        Latencies latencies = talk(sender, receiver, line, MESSAGES);
        median.add(latencies.millisAt(0.5));
        worst.add(latencies.millisAt(0.99));
      }
    }
    return List.of(median, worst);
  }

  private static Latencies talk(
      BridgeClient sender, BridgeClient receiver, PreparedCall line, int messages)
      throws IOException {
    Latencies latencies = new Latencies();
    for (int i = 0; i < messages; i++) {
      long begun = System.nanoTime();
      sender.say(line.next().bytes);
      String push = receiver.hear();
      latencies.record(System.nanoTime() - begun);
      String receipt = sender.hear();
      if (!push.contains("notifications/claude/channel") || !receipt.contains("messageId")) {
        throw new IOException("out of step: " + push + " / " + receipt);
      }
    }
    return latencies;
  }
}
