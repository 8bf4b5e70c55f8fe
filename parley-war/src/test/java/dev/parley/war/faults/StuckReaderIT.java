package dev.parley.war.faults;

import static dev.parley.war.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.PushedEvent;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A client that asks for its stream and then reads nothing of it. */
@Tag("faults")
@Tag("alone")
class StuckReaderIT {
  private static final Duration DEADLINE = Duration.ofSeconds(2);
  private static final int BATCH = 400;
  private static final int KEPT = 1024;

  @Test
  void reader_thatStopsReading_slowsNobody_losesItsStreamAndResumes() throws IOException {
    try (RunningServer server = RunningServer.start("--rate-limit", "off", "--stuck-after", "2");
        RawMcp sender = server.client();
        RawMcp healthy = server.client();
        RawMcp stuck = RawMcp.at(server.mcp()).begin()) {
      for (RawMcp one : List.of(sender, healthy, stuck)) {
        one.tool("join_room", "room", "crowd").accepted();
      }
      String body = "b".repeat(8000);
      send(sender, body);
      long[] without = send(sender, body);

      try (Socket neverRead = neverRead(server, stuck.session())) {
        long began = System.nanoTime();
        long[] filling = send(sender, body);
        long[] with = send(sender, body);
        System.out.printf(
            "sender's median without a stuck reader %d us (p99 %d); with one %d us (p99 %d), then"
                + " %d us (p99 %d)%n",
            median(without), p99(without), median(filling), p99(filling), median(with), p99(with));
        assertThat(median(filling)).isLessThan(2 * median(without) + 1000);
        assertThat(median(with)).isLessThan(2 * median(without) + 1000);
        int total = 4 * BATCH + sendUntilCut(sender, body, neverRead, began);

        assertThat(healthy.stream().next(total))
            .extracting(PushedEvent::id)
            .containsExactlyElementsOf(
                IntStream.rangeClosed(1, total).mapToObj(String::valueOf).toList());
        assertThat(stuck.tool("list_rooms").fields().at("/joined/0/room").asString())
            .isEqualTo("crowd");
        List<PushedEvent> left = stuck.listen("0").next(KEPT + 1);
        assertThat(left).filteredOn(PushedEvent::isOverflow).hasSize(1);
        assertThat(left).last().returns((long) total, PushedEvent::seq);
        sender.tool("send_message", "room", "crowd", "body", "welcome back").accepted();
        assertThat(stuck.stream().next().content()).isEqualTo("welcome back");
        System.out.println("its session lived on: resumed with the last " + KEPT + " of " + total);
      }
    }
  }

  /** Goes on sending now and then until the server has closed the stuck stream. */
  private static int sendUntilCut(RawMcp sender, String body, Socket neverRead, long began) {
    int[] sent = {0};
    eventually(
        "the stuck stream was closed",
        () -> {
          sender.tool("send_message", "room", "crowd", "body", body).accepted();
          sent[0]++;
          return isClosedByPeer(neverRead);
        });
    Duration took = Duration.ofNanos(System.nanoTime() - began);
    System.out.println(
        "stuck stream closed " + took.toMillis() + " ms after it opened, deadline " + DEADLINE);
    assertThat(took).isGreaterThan(DEADLINE);
    return sent[0];
  }

  /** A closed connection answers what is written to it with a reset, and the next write fails. */
  private static boolean isClosedByPeer(Socket socket) {
    try {
      socket.getOutputStream().write('\n');
      return false;
    } catch (IOException reset) {
      return true;
    }
  }

  private static Socket neverRead(RunningServer server, String session) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(4096);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
    socket
        .getOutputStream()
        .write(
            ("GET /mcp HTTP/1.1\r\nHost: 127.0.0.1:"
                    + server.port()
                    + "\r\nAccept: text/event-stream\r\nMcp-Session-Id: "
                    + session
                    + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  /** Sends a batch and answers how many microseconds each took, sorted. */
  private static long[] send(RawMcp sender, String body) {
    long[] took = new long[BATCH];
    for (int i = 0; i < BATCH; i++) {
      long from = System.nanoTime();
      sender.tool("send_message", "room", "crowd", "body", body).accepted();
      took[i] = (System.nanoTime() - from) / 1000;
    }
    Arrays.sort(took);
    return took;
  }

  private static long median(long[] sorted) {
    return sorted[sorted.length / 2];
  }

  private static long p99(long[] sorted) {
    return sorted[sorted.length * 99 / 100];
  }
}
