package dev.parley.war.rest;

import static dev.parley.war.testing.Eventually.eventually;
import static dev.parley.war.testing.Eventually.throughout;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.EventStreamReader;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A server that is to end when nobody uses it. */
@Tag("faults")
class IdleEndIT {
  /** Longer than the first request of a test takes on a slow machine. */
  private static final int IDLE_SECONDS = 8;

  @Test
  void openPage_keepsTheServer_andItEndsAfterTheLastOneIsClosed() {
    try (RunningServer server = RunningServer.start("--end-when-idle", "" + IDLE_SECONDS)) {
      String cookie = PageClient.loggedIn(server.base(), Map.of("name", "ana")).cookie();
      EventStreamReader page =
          RawMcp.at(server.at("/api/stream")).header("Cookie", cookie).listen();
      assertThat(page.status()).isEqualTo(200);
      Duration watched = Duration.ofSeconds(IDLE_SECONDS + 2);
      throughout("it stays", watched, () -> server.handle().isAlive());
      page.close();
      long from = System.nanoTime();
      // A page that went away is noticed at the next beat of its stream.
      eventually("it ends", Duration.ofSeconds(60), () -> !server.handle().isAlive());
      System.out.println(
          "server that ends after "
              + IDLE_SECONDS
              + " idle seconds: ended "
              + (System.nanoTime() - from) / 1_000_000
              + " ms after its last page");
      eventually(
          "it says why",
          () ->
              server.printed().contains("Parley ends: nobody used it for " + IDLE_SECONDS + " s."));
      assertThat(server.printed()).noneMatch(line -> line.contains("SEVERE"));
    }
  }
}
