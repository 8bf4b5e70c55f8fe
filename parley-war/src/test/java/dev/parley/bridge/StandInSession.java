package dev.parley.bridge;

import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** One session at a stand-in server: what was pushed to it, and the stream that carries it. */
final class StandInSession {
  private final List<String> pushed = new ArrayList<>();
  private final StandInServer server;
  private StandInWire stream;
  private int retryMillis = -1;
  private boolean forgotten;

  /**
   * Answers of calls whose stream was ended early, to be given on a stream that goes on with it.
   */
  final List<String> owed = new ArrayList<>();

  StandInSession(StandInServer server) {
    this.server = server;
  }

  synchronized boolean isStreaming() {
    return stream != null;
  }

  synchronized void push(String json) {
    pushed.add(json);
    notifyAll();
  }

  /** Cuts the stream and any that comes too late to know that the session is no more. */
  synchronized void forget() {
    forgotten = true;
    cut();
  }

  synchronized void cut() {
    if (stream != null) {
      stream.abort();
      stream = null;
    }
    notifyAll();
  }

  synchronized boolean streamsOver(Socket socket) {
    return stream != null && stream.isOver(socket);
  }

  synchronized void endStream(int retry) {
    retryMillis = retry;
    notifyAll();
  }

  /** Serves the stream from after the given event on, until it is cut or ended. */
  void serve(String lastEventId, StandInWire wire) throws IOException, InterruptedException {
    wire.beginStream();
    wire.chunk(": here\n\n");
    if (lastEventId.startsWith("call-")) {
      for (String answer : owed) {
        wire.chunk("id: call-2\ndata: " + answer + "\n\n");
      }
      wire.endStream();
      return;
    }
    int next = lastEventId.isEmpty() ? 0 : Integer.parseInt(lastEventId);
    synchronized (this) {
      if (forgotten) {
        wire.abort();
        return;
      }
      stream = wire;
      notifyAll();
    }
    server.changed();
    synchronized (this) {
      while (stream == wire) {
        while (next < pushed.size()) {
          wire.chunk("id: " + (next + 1) + "\ndata: " + pushed.get(next) + "\n\n");
          next++;
        }
        if (retryMillis >= 0) {
          wire.chunk("retry: " + retryMillis + "\n\n");
          wire.endStream();
          retryMillis = -1;
          stream = null;
          return;
        }
        wait();
      }
    }
  }
}
