package dev.parley.war.mcp;

import dev.parley.event.Event;
import dev.parley.spi.Push;
import dev.parley.spi.Sink;
import dev.parley.spi.SinkRegistration;
import dev.parley.war.wire.WriteProof;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One client's event stream as a sink. Output is non-blocking: what gathers during a drain goes out
 * in one write, and while the client does not read, no thread waits for it.
 *
 * <p>Only the drain touches the output and the buffer; the container's callbacks only wake it.
 */
final class SseSink implements Sink, WriteListener {
  private static final Function<Event, byte[]> ENCODER = PushEncoder::encode;
  private static final byte[] ID = "id: ".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] HEARTBEAT = ":\n\n".getBytes(StandardCharsets.US_ASCII);

  private static final long RIGHT_NOW_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final AsyncContext request;
  private final ServletOutputStream out;
  private final Opening opening;
  private final boolean primed;

  private volatile @Nullable SinkRegistration place;
  private volatile boolean opened;
  private volatile boolean ended;
  private volatile boolean heartbeatDue;
  private final WriteProof proof = new WriteProof(System.nanoTime());

  private @Nullable PooledBuffer gathered;
  private @Nullable PooledBuffer underway;
  private @Nullable Event newest;
  private boolean unflushed;
  private long uncounted;
  private long delivered;
  private volatile long lastWritten;

  /** Gets the newest event of each drain. */
  private volatile @Nullable Consumer<Event> pushed;

  /** The listener of a stream: called when it can be written to, after pushes, and at its end. */
  interface Opening {
    SinkRegistration attach(SseSink stream);

    void ended(SseSink stream);

    /** Called after a drain with the number of its pushes. */
    void pushed(long count);
  }

  /**
   * A stream that attaches once the container lets it write.
   *
   * @param primed whether it begins with an event without data that carries the number to resume
   *     from
   */
  SseSink(AsyncContext request, Opening opening, boolean primed) throws IOException {
    this.request = request;
    this.out = request.getResponse().getOutputStream();
    this.opening = opening;
    this.primed = primed;
  }

  @Override
  public void onWritePossible() {
    if (!opened) {
      opened = true;
      place = opening.attach(this);
    }
    SinkRegistration now = place;
    if (now != null) {
      now.wake();
    }
  }

  @Override
  public void onError(Throwable clientIsGone) {
    end();
  }

  /** Sends a comment, unless something else went out right now. */
  void beat() {
    if (!proof.wroteWithin(RIGHT_NOW_NANOS, System.nanoTime())) {
      probe();
    }
  }

  /** Returns the time of the client's last sign of life, by {@link System#nanoTime}. */
  long provenAt() {
    return proof.provenAt(System.nanoTime());
  }

  /** Sends a comment: where the client is gone, the stream ends with the second one. */
  void probe() {
    heartbeatDue = true;
    SinkRegistration now = place;
    if (now != null) {
      now.wake();
    }
  }

  /** Returns the number of the last push that was written to it, or of the last before. */
  long lastWritten() {
    return lastWritten;
  }

  /** Returns the {@link SinkRegistration}, for pushes on the transport's own account. */
  @Nullable SinkRegistration place() {
    return place;
  }

  @Override
  public void begin(long after) {
    delivered = after;
    PooledBuffer buffer = buffer();
    if (primed) {
      buffer.add(ID).addNumber(after).add("\ndata: \n\n".getBytes(StandardCharsets.US_ASCII));
    } else {
      buffer.add(HEARTBEAT);
    }
  }

  @Override
  public boolean isReady() {
    return !ended && (gathered == null || !gathered.isFull() || writeOut());
  }

  @Override
  public void deliver(Push push) {
    delivered = push.number();
    newest = push.event();
    uncounted++;
    buffer().add(ID).addNumber(push.number()).add('\n').add(push.encoded(ENCODER));
  }

  @Override
  public void flush() {
    if (ended) {
      return;
    }
    lastWritten = delivered;
    if (uncounted > 0) {
      opening.pushed(uncounted);
      uncounted = 0;
    }
    passNewestOn();
    boolean beats = heartbeatDue && gathered == null;
    heartbeatDue = false;
    if (beats) {
      buffer().add(HEARTBEAT);
    }
    try {
      if ((gathered == null || writeOut()) && unflushed && out.isReady()) {
        unflushed = false;
        out.flush();
      }
      if (underway != null && out.isReady()) {
        release();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Passes the newest event of each drain to {@code listener} from now on. */
  void passOn(Consumer<Event> listener) {
    pushed = listener;
  }

  private void passNewestOn() {
    Event event = newest;
    Consumer<Event> listener = pushed;
    newest = null;
    if (event != null && listener != null) {
      listener.accept(event);
    }
  }

  @Override
  public void cut(Cut why) {
    end();
  }

  /** Ends the response; what the connection still has is delivered to its next stream. */
  void end() {
    synchronized (this) {
      if (ended) {
        return;
      }
      ended = true;
    }
    opening.ended(this);
    SinkRegistration now = place;
    if (now != null) {
      now.detach();
    }
    try {
      request.complete();
    } catch (IllegalStateException alreadyComplete) {
      // the container was first
    }
  }

  private PooledBuffer buffer() {
    PooledBuffer buffer = gathered;
    if (buffer == null) {
      buffer = PooledBuffer.take();
      gathered = buffer;
    }
    return buffer;
  }

  /** Writes what gathered to the container, if it takes anything now. */
  private boolean writeOut() {
    try {
      PooledBuffer full = gathered;
      if (full == null || !out.isReady()) {
        return full == null;
      }
      release();
      gathered = null;
      underway = full;
      unflushed = true;
      proof.wrote(System.nanoTime());
      out.write(full.bytes(), 0, full.size());
      return true;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Gives back the buffer the container is done with: it says it is ready for more. */
  private void release() {
    PooledBuffer done = underway;
    if (done != null) {
      underway = null;
      done.give();
    }
  }
}
