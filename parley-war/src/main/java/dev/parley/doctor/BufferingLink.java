package dev.parley.doctor;

import dev.parley.bridge.ExaminedSession;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The first byte of the event stream, which the server sends at once. */
final class BufferingLink implements Link {
  private static final int MILLIS = 3_000;

  @Override
  public String name() {
    return "buffering";
  }

  @Override
  public List<Class<? extends Link>> needs() {
    return List.of(StreamLink.class);
  }

  @Override
  public Finding examine(Examination examination) {
    long begun = System.nanoTime();
    try (ExaminedSession.EventStream stream = examination.stream()) {
      try {
        stream.awaitFirstByte(MILLIS);
      } catch (IOException nothing) {
        return Finding.broken(
            "The event stream opens, and its first byte does not arrive within "
                + MILLIS / 1000
                + " s"
                + ProxyHints.of(stream.headers())
                + ": something on the way keeps it back.",
            "Switch buffering off for /mcp in the proxy (nginx: proxy_buffering off; Apache:"
                + " flushpackets=on), and caches and virus scanners for it.");
      }
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
      return Finding.ok("The first byte of the event stream arrives after " + millis + " ms.");
    }
  }
}
