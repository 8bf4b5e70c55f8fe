package dev.parley.doctor;

import dev.parley.bridge.ExaminedSession;
import java.io.IOException;
import java.util.List;

/** The event stream of the session, on which messages are pushed. */
final class StreamLink implements Link {
  private static final int MILLIS = 4_000;

  @Override
  public String name() {
    return "stream";
  }

  @Override
  public List<Class<? extends Link>> needs() {
    return List.of(SessionLink.class);
  }

  @Override
  public Finding examine(Examination examination) {
    ExaminedSession.EventStream stream;
    try {
      stream = examination.session().listen(MILLIS);
    } catch (IOException refused) {
      return Finding.broken(
          "No event stream opens: " + refused.getMessage() + ".",
          "Let the proxy pass GET /mcp on with all headers, without waiting for the end of the"
              + " reply (nginx: proxy_buffering off).");
    }
    String coding = stream.headers().getOrDefault("content-encoding", "identity");
    if (!coding.equals("identity")) {
      stream.close();
      return Finding.broken(
          "A proxy compresses the event stream: " + coding + ".",
          "Switch compression off for text/event-stream in the proxy.");
    }
    examination.learnStream(stream);
    return Finding.ok("The event stream opens" + ProxyHints.of(stream.headers()) + ".");
  }
}
