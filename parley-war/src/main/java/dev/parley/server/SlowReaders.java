package dev.parley.server;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Keeps threads from waiting for clients that read slowly: an answer is copied and sent as its
 * client takes it, and its writer goes on. A client that takes less than the least data rate for
 * half a minute is cut off. Where the memory for such answers is used up, the client that has been
 * reading one for the longest time is cut off.
 *
 * <p>Event streams write without blocking and see to their slow readers themselves; they pass
 * untouched. A file, which is a zip, is not copied: its writer waits for the client, as there is
 * one at a time. Requests of connections beyond the bound are refused here.
 */
final class SlowReaders extends Handler.Wrapper {
  private static final long MIN_MEMORY = 8L << 20;
  private static final int SHARE_OF_HEAP = 8;
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

  /**
   * The shortest read to be cut: a client that has been reading for less is not cut off for the
   * memory of others.
   */
  private static final long SHORT_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final ConnectionLimits connections;
  private final int minDataRate;
  private final long maxMemory =
      Math.max(MIN_MEMORY, Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP);
  private final AtomicLong memory = new AtomicLong();
  private final Set<Outgoing> outgoing = ConcurrentHashMap.newKeySet();

  SlowReaders(ConnectionLimits connections, int minDataRate) {
    this.connections = connections;
    this.minDataRate = minDataRate;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    Optional<ConnectionLimits.Client> client =
        connections.client(request.getConnectionMetaData().getConnection());
    if (client.isPresent() && client.get().isSurplus()) {
      JettyErrorHandler.refuseConnection(request, response, callback);
      return true;
    }
    Outgoing answer = new Outgoing(request, response);
    AfterTheLastWrite end = new AfterTheLastWrite(answer, callback, client);
    boolean handled = false;
    try {
      handled = super.handle(request, answer, end);
    } finally {
      if (!handled) {
        end.requestEnds();
      }
    }
    return handled;
  }

  /** Cuts off the clients that read too slowly. */
  void sweep() {
    long now = System.nanoTime();
    for (Outgoing answer : outgoing) {
      if (answer.isTooSlow(now)) {
        answer.endPoint.close();
      }
    }
  }

  /**
   * Makes room, and returns whether there is any. Clients that read in good time are left alone.
   */
  private boolean take(int bytes) {
    while (memory.addAndGet(bytes) > maxMemory) {
      memory.addAndGet(-bytes);
      long now = System.nanoTime();
      Optional<Outgoing> longest =
          outgoing.stream()
              .filter(answer -> now - answer.since > SHORT_NANOS)
              .max(Comparator.comparingLong(answer -> now - answer.since));
      if (longest.isEmpty() || !outgoing.remove(longest.get())) {
        return false;
      }
      longest.get().endPoint.close();
    }
    return true;
  }

  /** An answer on its way. Jetty has at most one write of it at a time. */
  private final class Outgoing extends Response.Wrapper {
    private final EndPoint endPoint;
    private final Deque<Piece> waiting = new ArrayDeque<>();
    private boolean stream;
    private @Nullable Piece writing;
    private @Nullable Throwable failure;
    private @Nullable Runnable drained;
    private volatile long since;
    private long sent;

    private Outgoing(Request request, Response response) {
      super(request, response);
      this.endPoint = request.getConnectionMetaData().getConnection().getEndPoint();
    }

    @Override
    public void write(boolean last, @Nullable ByteBuffer content, Callback callback) {
      int length = content == null ? 0 : content.remaining();
      if (stream || isEventStream()) {
        stream = true;
        super.write(last, content, callback);
        return;
      }
      boolean room = !isFile() && take(length);
      Piece piece =
          room
              ? new Piece(this, last, BufferUtil.copy(content), length, Callback.NOOP)
              : new Piece(this, last, content, 0, callback); // whose writer waits
      @Nullable Throwable broken;
      boolean first;
      synchronized (this) {
        broken = failure;
        first = broken == null && writing == null;
        if (first) {
          writing = piece;
          since = System.nanoTime();
          sent = 0;
        } else if (broken == null) {
          waiting.add(piece);
        }
      }
      if (broken != null) {
        memory.addAndGet(-piece.memory);
        callback.failed(broken);
        return;
      }
      if (first) {
        send(piece);
      }
      if (room) {
        callback.succeeded();
      }
    }

    private void send(Piece piece) {
      super.write(piece.last, piece.bytes, piece);
      synchronized (this) {
        if (writing == piece) {
          outgoing.add(this); // the client did not take it at once
        }
      }
    }

    private void sent(Piece piece) {
      memory.addAndGet(-piece.memory);
      @Nullable Piece next;
      @Nullable Runnable done = null;
      synchronized (this) {
        sent += piece.size;
        next = waiting.poll();
        writing = next;
        if (next == null) {
          outgoing.remove(this);
          done = drained;
          drained = null;
        }
      }
      if (next != null) {
        send(next);
      }
      piece.writer.succeeded();
      if (done != null) {
        done.run();
      }
    }

    private void failed(Piece piece, Throwable cause) {
      @Nullable Runnable done;
      List<Piece> left = new ArrayList<>(List.of(piece));
      synchronized (this) {
        failure = cause;
        left.addAll(waiting);
        waiting.clear();
        writing = null;
        outgoing.remove(this);
        done = drained;
        drained = null;
      }
      for (Piece lost : left) {
        memory.addAndGet(-lost.memory);
        lost.writer.failed(cause);
      }
      if (done != null) {
        done.run();
      }
    }

    /** Runs {@code done} once nothing is left to send, or nothing more can be. */
    private void whenDrained(Runnable done) {
      synchronized (this) {
        if (writing != null) {
          drained = done;
          return;
        }
      }
      done.run();
    }

    private synchronized @Nullable Throwable failure() {
      return failure;
    }

    private synchronized boolean isTooSlow(long now) {
      Piece piece = writing;
      long nanos = now - since;
      if (piece == null || minDataRate == 0 || nanos < PATIENCE_NANOS) {
        return false;
      }
      long bytes = sent + piece.size - piece.bytes.remaining();
      return bytes < TimeUnit.NANOSECONDS.toSeconds(nanos) * minDataRate;
    }

    private boolean isEventStream() {
      return isOf("text/event-stream");
    }

    /**
     * Returns true for a file that may be larger than all memory for answers. Its client would be
     * the one that has been reading for the longest time, and be cut off.
     */
    private boolean isFile() {
      return isOf("application/zip");
    }

    private boolean isOf(String expected) {
      String type = getHeaders().get(HttpHeader.CONTENT_TYPE);
      return type != null && type.startsWith(expected);
    }
  }

  /** Some bytes of an answer, on their way. */
  private static final class Piece implements Callback {
    private final Outgoing answer;
    private final boolean last;
    private final ByteBuffer bytes;
    private final int size;
    private final int memory;
    private final Callback writer;

    /**
     * Bytes that are not sent yet.
     *
     * @param memory how much of the memory for answers they take
     * @param writer called once they are sent, or cannot be
     */
    private Piece(
        Outgoing answer, boolean last, @Nullable ByteBuffer bytes, int memory, Callback writer) {
      this.answer = answer;
      this.last = last;
      this.bytes = bytes == null ? BufferUtil.EMPTY_BUFFER : bytes;
      this.size = this.bytes.remaining();
      this.memory = memory;
      this.writer = writer;
    }

    @Override
    public void succeeded() {
      answer.sent(this);
    }

    @Override
    public void failed(Throwable cause) {
      answer.failed(this, cause);
    }
  }

  /** Completes a request when its answer has been sent, not when it has been written. */
  private static final class AfterTheLastWrite extends Callback.Nested {
    private final Outgoing answer;
    private final Optional<ConnectionLimits.Client> client;
    private final AtomicBoolean ended = new AtomicBoolean();

    private AfterTheLastWrite(
        Outgoing answer, Callback callback, Optional<ConnectionLimits.Client> client) {
      super(callback);
      this.answer = answer;
      this.client = client;
      client.ifPresent(ConnectionLimits.Client::requestBegins);
    }

    private void requestEnds() {
      if (ended.compareAndSet(false, true)) {
        client.ifPresent(one -> one.requestEnds(System.nanoTime()));
      }
    }

    @Override
    public void succeeded() {
      answer.whenDrained(
          () -> {
            requestEnds();
            @Nullable Throwable broken = answer.failure();
            if (broken == null) {
              super.succeeded();
            } else {
              super.failed(broken);
            }
          });
    }

    @Override
    public void failed(Throwable cause) {
      answer.whenDrained(
          () -> {
            requestEnds();
            super.failed(cause);
          });
    }
  }
}
