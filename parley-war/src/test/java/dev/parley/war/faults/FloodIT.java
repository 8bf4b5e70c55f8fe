package dev.parley.war.faults;

import static dev.parley.war.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Senders without a rate limit, a full room, and a server with little memory. */
@Tag("faults")
@Tag("alone")
class FloodIT {
  private static final int READERS = 200;
  private static final int SENDERS = 4;
  private static final int EACH = 1_500;

  @Test
  void flood_toTwoHundredReaders_reachesEachInOrderOnce() throws InterruptedException {
    try (RunningServer server =
            RunningServer.launch().with("--rate-limit", "off").jvm("-Xmx256m").start();
        ManyReaders readers = ManyReaders.join(server, "flood", READERS)) {
      long from = System.nanoTime();
      Thread[] senders = new Thread[SENDERS];
      for (int i = 0; i < SENDERS; i++) {
        senders[i] = new Thread(() -> flood(server), "sender-" + i);
        senders[i].start();
      }
      for (Thread sender : senders) {
        sender.join();
      }
      long acknowledged = System.nanoTime();
      long expected = (long) SENDERS * EACH * READERS;
      eventually(
          "every acknowledged message reached every reader",
          Duration.ofSeconds(60),
          () -> readers.received() >= expected || !readers.wrong().isEmpty());
      System.out.printf(
          "flood: %d acknowledged in %d ms by %d senders, %d deliveries to %d readers in %d ms,"
              + " wrong: '%s', resident %d MB%n",
          SENDERS * EACH,
          (acknowledged - from) / 1_000_000,
          SENDERS,
          readers.received(),
          READERS,
          (System.nanoTime() - from) / 1_000_000,
          readers.wrong(),
          server.residentMegabytes());
      assertThat(readers.wrong()).isEmpty();
      assertThat(readers.received()).isEqualTo(expected);
      assertThat(server.http("/health").status()).isEqualTo(200);
      assertThat(String.join("\n", server.printed())).doesNotContain("OutOfMemory", "SEVERE");
    }
  }

  private static void flood(RunningServer server) {
    RawMcp sender = RawMcp.at(server.mcp()).begin();
    sender.tool("join_room", "room", "flood").accepted();
    String body = "f".repeat(200);
    for (int i = 0; i < EACH; i++) {
      sender.tool("send_message", "room", "flood", "body", body).accepted();
    }
  }
}
