package dev.parley.bridge;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.fuzz.FuzzContract;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The reader agrees with the rules of the HTML standard, followed line by line over the whole
 * stream, however the stream is cut into reads.
 */
class SseReaderFuzzTest extends FuzzContract {
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  /** The state of a client at the end of a stream. */
  private record Read(List<String> events, Optional<String> lastEventId, int retryMillis) {}

  @Override
  protected void check(byte[] input) throws IOException {
    Read expected = expected(new String(input, UTF_8));
    int first = input.length == 0 ? 1 : input[0] & 7;
    assertThat(read(new ByteArrayInputStream(input))).isEqualTo(expected);
    assertThat(read(cut(input, 1 + first))).isEqualTo(expected);
    assertThat(read(cut(input, 1))).isEqualTo(expected);
  }

  private static InputStream cut(byte[] input, int most) {
    return new ByteArrayInputStream(input) {
      @Override
      public synchronized int read(byte[] into, int offset, int length) {
        return super.read(into, offset, Math.min(most, length));
      }
    };
  }

  private static Read read(InputStream in) throws IOException {
    SseReader reader = new SseReader(in, "before");
    List<String> events = new ArrayList<>();
    for (byte[] event = reader.next(); event != null; event = reader.next()) {
      if (event.length > 0) {
        events.add(new String(event, UTF_8));
      }
    }
    return new Read(events, Optional.ofNullable(reader.lastEventId()), reader.retryMillis());
  }

  /** Reads events as the standard says; an event is one for the bridge if it is a message. */
  private static Read expected(String stream) {
    String text = stream.startsWith(BYTE_ORDER_MARK) ? stream.substring(1) : stream;
    String[] lines = text.replace("\r\n", "\n").replace('\r', '\n').split("\n", -1);
    List<String> events = new ArrayList<>();
    Optional<String> id = Optional.of("before");
    Optional<String> lastEventId = id;
    int retryMillis = -1;
    String name = "";
    StringBuilder data = new StringBuilder();
    for (int i = 0; i < lines.length - 1; i++) {
      String line = lines[i];
      int colon = line.indexOf(':');
      String field = colon < 0 ? line : line.substring(0, colon);
      String value = colon < 0 ? "" : line.substring(colon + 1).replaceFirst("^ ", "");
      if (line.isEmpty()) {
        lastEventId = id;
        String event = data.isEmpty() ? "" : data.substring(0, data.length() - 1);
        if (!event.isEmpty() && (name.isEmpty() || name.equals("message"))) {
          events.add(event);
        }
        data.setLength(0);
        name = "";
      } else if (field.equals("data")) {
        data.append(value).append('\n');
      } else if (field.equals("event")) {
        name = value;
      } else if (field.equals("id") && value.indexOf('\0') < 0) {
        id = Optional.of(value).filter(given -> !given.isEmpty());
      } else if (field.equals("retry") && value.matches("[0-9]{1,9}")) {
        retryMillis = Integer.parseInt(value);
      }
    }
    return new Read(events, lastEventId, retryMillis);
  }
}
