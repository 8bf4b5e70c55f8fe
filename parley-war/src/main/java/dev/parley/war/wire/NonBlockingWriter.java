package dev.parley.war.wire;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;

/**
 * Pieces of a response on their way to a client. What the client does not take yet waits here, and
 * no thread with it. Its monitor guards it and its producer.
 */
public final class NonBlockingWriter implements WriteListener {
  private final AsyncContext request;
  private final ServletOutputStream out;
  private final Runnable drained;
  private final Runnable over;
  private final WriteProof proof = new WriteProof(System.nanoTime());
  private final Queue<ByteBuffer> pieces = new ArrayDeque<>();
  private boolean opened;
  private boolean unflushed;
  private boolean finished;
  private boolean ended;

  /**
   * A response nothing was written to, to be made the write listener of its output.
   *
   * @param drained called, under the monitor, each time the client has taken all there was
   * @param over called once, under the monitor, when the response has ended
   */
  public NonBlockingWriter(AsyncContext request, Runnable drained, Runnable over)
      throws IOException {
    this.request = request;
    this.out = request.getResponse().getOutputStream();
    this.drained = drained;
    this.over = over;
  }

  @Override
  public synchronized void onWritePossible() {
    opened = true;
    goOn();
  }

  @Override
  public void onError(Throwable clientIsGone) {
    end();
  }

  /** Sends {@code more} once what was added before is sent. */
  public synchronized void add(List<ByteBuffer> more) {
    pieces.addAll(more);
    goOn();
  }

  /** Sends {@code more} once what was added before is sent. */
  public void add(byte[] more) {
    add(List.of(ByteBuffer.wrap(more)));
  }

  /** Sends {@code more}, unless something before it still waits. */
  public synchronized void addIfIdle(byte[] more) {
    if (opened && pieces.isEmpty()) {
      add(more);
    }
  }

  /** Ends the response once all that was added is sent. */
  public synchronized void finish() {
    finished = true;
    goOn();
  }

  /** Sends what can be sent now. */
  public synchronized void goOn() {
    try {
      while (opened && !ended && out.isReady()) {
        ByteBuffer piece = pieces.poll();
        if (piece != null) {
          byte[] bytes = new byte[piece.remaining()];
          piece.get(bytes);
          out.write(bytes, 0, bytes.length);
          unflushed = true;
        } else if (finished) {
          end();
        } else if (unflushed) {
          unflushed = false;
          proof.wrote(System.nanoTime());
          out.flush();
        } else {
          drained.run();
          return;
        }
      }
    } catch (IOException clientIsGone) {
      end();
    }
  }

  /** Returns the time of the client's last sign of life, by {@link System#nanoTime}. */
  public long provenAt() {
    return proof.provenAt(System.nanoTime());
  }

  /** Returns whether all there was to send was handed to the container. */
  public synchronized boolean isSent() {
    return finished && pieces.isEmpty();
  }

  /** Returns the number of bytes the client has not taken. */
  public synchronized long waiting() {
    return pieces.stream().mapToLong(ByteBuffer::remaining).sum();
  }

  /** Ends the response as it is. */
  public synchronized void end() {
    if (ended) {
      return;
    }
    ended = true;
    over.run();
    try {
      request.complete();
    } catch (IllegalStateException alreadyComplete) {
      // the container was first
    }
  }
}
