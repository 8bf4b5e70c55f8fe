package dev.parley.war.load;

import dev.parley.war.driver.HttpAnswer;
import java.io.EOFException;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** The connection of one agent: one call at a time, and the times at which others are due. */
final class LoadLine {
  private static final int BUFFER_BYTES = 2048;

  private final LoadAgent agent;
  private final Selector selector;
  private final HttpAnswer answer = new HttpAnswer(BUFFER_BYTES);
  private final Deque<Long> due = new ArrayDeque<>();
  private @Nullable SocketChannel channel;
  private long calledFor;
  private boolean waiting;

  LoadLine(LoadAgent agent, Selector selector) {
    this.agent = agent;
    this.selector = selector;
  }

  LoadAgent agent() {
    return agent;
  }

  HttpAnswer answer() {
    return answer;
  }

  boolean isWaiting() {
    return waiting;
  }

  /** The time at which the last call was due. */
  long calledFor() {
    return calledFor;
  }

  /** Times of calls that wait for this connection. */
  Deque<Long> due() {
    return due;
  }

  /** Sends the call that was due at this time. */
  void call(long dueNanos) throws IOException {
    calledFor = dueNanos;
    byte[] request = agent.next(dueNanos);
    answer.clear();
    waiting = true;
    SocketChannel to = connected();
    ByteBuffer bytes = ByteBuffer.wrap(request);
    while (bytes.hasRemaining()) {
      if (to.write(bytes) == 0) {
        Thread.onSpinWait();
      }
    }
  }

  /** Reads what is there; returns true once the answer is complete. */
  boolean isAnswered() throws IOException {
    SocketChannel from = channel;
    if (from == null) {
      return false;
    }
    answer.grow();
    int read =
        from.read(ByteBuffer.wrap(answer.bytes, answer.size, answer.bytes.length - answer.size));
    if (read < 0) {
      close();
      if (waiting) {
        throw new EOFException("cut while it answered");
      }
      return false;
    }
    answer.size += read;
    if (!waiting || !answer.isComplete()) {
      return false;
    }
    waiting = false;
    return true;
  }

  /** Gives up the call; the next one connects again. */
  void drop() throws IOException {
    waiting = false;
    close();
  }

  void close() throws IOException {
    if (channel != null) {
      channel.close();
      channel = null;
    }
  }

  private SocketChannel connected() throws IOException {
    SocketChannel open = channel;
    if (open == null) {
      open = SocketChannel.open(agent.node());
      channel = open;
      open.setOption(StandardSocketOptions.TCP_NODELAY, true);
      open.configureBlocking(false);
      open.register(selector, SelectionKey.OP_READ, this);
    }
    return open;
  }
}
