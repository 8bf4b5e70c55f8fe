package dev.parley.war.feed;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.parley.war.wire.Json;
import java.io.ByteArrayOutputStream;

/** Events of a stream that go out together. */
final class SseBatch {
  private static final byte[] EVENT = "event: ".getBytes(US_ASCII);
  private static final byte[] DATA = "\ndata: ".getBytes(US_ASCII);
  private static final byte[] END = "\n\n".getBytes(US_ASCII);

  private ByteArrayOutputStream gathered = new ByteArrayOutputStream();

  /** Adds an event; JSON of ours is one line. */
  synchronized void add(FeedEvent event, Object data) {
    gathered.writeBytes(EVENT);
    gathered.writeBytes(event.wireName().getBytes(US_ASCII));
    gathered.writeBytes(DATA);
    gathered.writeBytes(Json.bytes(data));
    gathered.writeBytes(END);
  }

  /** Takes out what gathered. */
  synchronized byte[] take() {
    byte[] bytes = gathered.toByteArray();
    if (bytes.length > 0) {
      gathered = new ByteArrayOutputStream();
    }
    return bytes;
  }

  /** One event alone. */
  static byte[] of(FeedEvent event, Object data) {
    SseBatch one = new SseBatch();
    one.add(event, data);
    return one.take();
  }
}
