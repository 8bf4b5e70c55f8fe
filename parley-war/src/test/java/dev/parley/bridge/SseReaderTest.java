package dev.parley.bridge;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SseReaderTest {
  private static List<String> events(SseReader reader) throws IOException {
    List<String> events = new ArrayList<>();
    for (byte[] event = reader.next(); event != null; event = reader.next()) {
      if (event.length > 0) {
        events.add(new String(event, UTF_8));
      }
    }
    return events;
  }

  private static SseReader reader(String stream) {
    return new SseReader(new ByteArrayInputStream(stream.getBytes(UTF_8)), null);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r", "\r\n"})
  void events_whateverTheLineEnd_areRead(String end) throws IOException {
    String stream = "id: 1|event: message|data: a|data:b|||data: ü||".replace("|", end);
    assertThat(events(reader(stream))).containsExactly("a\nb", "ü");
  }

  @Test
  void events_inSingleBytes_areTheSame() throws IOException {
    byte[] stream = "id: 7\r\ndata: x\r\n\r\ndata: y\n\n".getBytes(UTF_8);
    InputStream slow =
        new ByteArrayInputStream(stream) {
          @Override
          public synchronized int read(byte[] into, int offset, int length) {
            return super.read(into, offset, 1);
          }
        };
    assertThat(events(new SseReader(slow, null))).containsExactly("x", "y");
  }

  @Test
  void events_behindAByteOrderMark_areRead() throws IOException {
    assertThat(events(reader("\uFEFFdata: x\n\ndata: y\n\n"))).containsExactly("x", "y");
    assertThat(events(reader("data: x\n\n\uFEFFdata: y\n\n"))).containsExactly("x");
  }

  @Test
  void event_cutOff_isNone() throws IOException {
    SseReader reader = reader("id: 1\ndata: whole\n\nid: 2\ndata: half\n");
    assertThat(events(reader)).containsExactly("whole");
    assertThat(reader.lastEventId()).isEqualTo("1");
  }

  @Test
  void event_ofAnotherName_isPassedOver() throws IOException {
    assertThat(events(reader("event: endpoint\ndata: /x\n\ndata: y\n\n"))).containsExactly("y");
  }

  @Test
  void event_withoutData_carriesItsIdAllTheSame() throws IOException {
    SseReader reader = reader("id: first\ndata: \n\n");
    assertThat(reader.next()).isEmpty();
    assertThat(reader.lastEventId()).isEqualTo("first");
  }

  @Test
  void comment_isASignOfLife() throws IOException {
    SseReader reader = reader(": heartbeat\n\n");
    assertThat(reader.next()).isEmpty();
    assertThat(reader.lastEventId()).isNull();
  }

  @Test
  void retry_ofDigits_isTaken() throws IOException {
    SseReader reader = reader("retry: soon\n\n");
    assertThat(events(reader)).isEmpty();
    assertThat(reader.retryMillis()).isNegative();
    SseReader other = reader("retry: 250\n\n");
    assertThat(events(other)).isEmpty();
    assertThat(other.retryMillis()).isEqualTo(250);
  }

  @Test
  void id_staysUntilAnotherComes() throws IOException {
    SseReader reader = reader("id: 1\ndata: a\n\ndata: b\n\n");
    assertThat(events(reader)).containsExactly("a", "b");
    assertThat(reader.lastEventId()).isEqualTo("1");
  }
}
