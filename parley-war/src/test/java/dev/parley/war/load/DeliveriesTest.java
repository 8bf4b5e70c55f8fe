package dev.parley.war.load;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** Marks are read wherever a chunk or a read cuts them. */
class DeliveriesTest {
  private static final String HEAD =
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n:\n\n\r\n";

  @Test
  void mark_cutByChunksAndReads_isReceived() {
    String mark = new Mark(Work.POST, 0, 1, System.nanoTime()).text();
    String first = "data: \"" + mark.substring(0, 9);
    String second = mark.substring(9) + "xx\"\n\n";
    String stream = HEAD + chunk(first) + chunk(second);
    for (int cut = 0; cut < stream.length(); cut++) {
      Deliveries deliveries = new Deliveries(2, 1);
      take(deliveries, stream.substring(0, cut));
      take(deliveries, stream.substring(cut));

      assertThat(deliveries.checker(Work.POST).delivered()).as("cut at %d", cut).isOne();
      assertThat(deliveries.stream(1).isOpen()).isTrue();
    }
  }

  @Test
  void markCharacter_inSomethingElse_isIgnored() {
    Deliveries deliveries = new Deliveries(2, 1);
    take(deliveries, HEAD + chunk("~not a mark, but as long as one is~" + "x".repeat(40)));

    assertThat(deliveries.count()).isZero();
  }

  @Test
  void stream_thatIsRefused_isNotOpen() {
    Deliveries deliveries = new Deliveries(2, 1);
    take(deliveries, "HTTP/1.1 401 Unauthorized\r\n\r\n");

    assertThat(deliveries.stream(1).isOpen()).isFalse();
  }

  @Test
  void lastEventId_isRead_whereverItIsCut_andOutlivesTheStream() {
    String stream = HEAD + chunk("id: 4-1\ndata: id: no\n\n") + chunk("id: 4-2\ndata: x\n\nid: 4-");
    for (int cut = 0; cut < stream.length(); cut++) {
      Deliveries deliveries = new Deliveries(2, 1);
      take(deliveries, stream.substring(0, cut));
      take(deliveries, stream.substring(cut));
      assertThat(deliveries.lastEventId(1)).as("cut at %d", cut).isEqualTo("4-2");

      deliveries.reopen(1);
      assertThat(deliveries.stream(1).isOpen()).isFalse();
      take(deliveries, HEAD + chunk("3\n\n"));
      assertThat(deliveries.lastEventId(1)).isEqualTo("4-2");
      assertThat(deliveries.stream(1).isOpen()).isTrue();
    }
  }

  private static void take(Deliveries deliveries, String text) {
    deliveries.take(1, ByteBuffer.wrap(text.getBytes(US_ASCII)));
  }

  private static String chunk(String text) {
    return Integer.toHexString(text.length()) + "\r\n" + text + "\r\n";
  }
}
