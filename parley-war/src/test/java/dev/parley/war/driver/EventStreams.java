package dev.parley.war.driver;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** All event streams of a workload, read by one thread. */
public final class EventStreams implements AutoCloseable {
  private final Selector selector;
  private final List<SocketChannel> channels = new ArrayList<>();
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(256 * 1024);
  private final Thread thread;
  private final long pauseNanos;
  private final EventCounter counter;
  private volatile long endedStreams;
  private volatile boolean closed;

  /**
   * Streams that are counted by {@code counter}.
   *
   * @param pauseNanos a rest after each round of reads, so that more is there to read at once; 0
   *     where latency counts
   */
  public EventStreams(EventCounter counter, long pauseNanos) throws IOException {
    this.selector = Selector.open();
    this.counter = counter;
    this.pauseNanos = pauseNanos;
    this.thread = new Thread(this::read, "bench-streams");
    thread.setDaemon(true);
  }

  /** Opens the stream of a session and waits for its head. */
  public void open(InetSocketAddress address, byte[] listen) throws IOException {
    SocketChannel channel = SocketChannel.open(address);
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    ByteBuffer request = ByteBuffer.wrap(listen);
    while (request.hasRemaining()) {
      channel.write(request);
    }
    ByteBuffer head = ByteBuffer.allocate(4096);
    if (channel.read(head) < 0) {
      throw new EOFException("no stream");
    }
    String text = new String(head.array(), 0, head.position(), Wire.ASCII);
    if (!text.startsWith("HTTP/1.1 200")) {
      throw new IOException("no stream: " + text);
    }
    add(channel);
  }

  /** Reads from a connection whose head has been taken care of. */
  public void add(SocketChannel channel) throws IOException {
    channel.configureBlocking(false);
    channel.register(selector, SelectionKey.OP_READ, channels.size());
    channels.add(channel);
  }

  /** Begins to read, once all are open. */
  public void start() {
    thread.start();
  }

  public int size() {
    return channels.size();
  }

  /** How many the other side has ended. */
  public long ended() {
    return endedStreams;
  }

  /** CPU the reading thread has used. */
  public long cpuMicros() {
    return ManagementFactory.getThreadMXBean().getThreadCpuTime(thread.getId()) / 1000;
  }

  @Override
  public void close() throws IOException {
    closed = true;
    selector.wakeup();
    for (SocketChannel channel : channels) {
      channel.close();
    }
    selector.close();
  }

  private void read() {
    try {
      while (!closed) {
        selector.select(this::readOne);
        if (pauseNanos > 0) {
          LockSupport.parkNanos(pauseNanos);
        }
      }
    } catch (ClosedSelectorException over) {
      // closed
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
  private void readOne(SelectionKey key) {
    buffer.clear();
    int read;
    try {
      read = ((SocketChannel) key.channel()).read(buffer);
    } catch (IOException cut) {
      read = -1;
    }
    if (read < 0) {
      key.cancel();
      endedStreams++;
      return;
    }
    counter.take((Integer) key.attachment(), buffer.flip());
  }
}
