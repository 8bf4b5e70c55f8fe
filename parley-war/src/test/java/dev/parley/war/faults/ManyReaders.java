package dev.parley.war.faults;

import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Members of one room who all listen, read by one thread. Of what each receives only the positions
 * are looked at: each has to be the one after the last.
 */
final class ManyReaders implements AutoCloseable {
  private static final Pattern SEQ = Pattern.compile("\"seq\":\"(\\d+)\"");

  private final Selector selector;
  private final List<Reader> readers = new ArrayList<>();
  private final AtomicLong received = new AtomicLong();
  private volatile boolean closed;

  private final class Reader {
    final SocketChannel channel;
    final StringBuilder unread = new StringBuilder();
    long last;
    String wrong = "";

    Reader(SocketChannel channel) {
      this.channel = channel;
    }

    void took(String text) {
      unread.append(text);
      int line = unread.lastIndexOf("\n");
      if (line < 0) {
        return;
      }
      Matcher seqs = SEQ.matcher(unread.substring(0, line));
      while (seqs.find()) {
        long seq = Long.parseLong(seqs.group(1));
        if (seq != last + 1 && wrong.isEmpty()) {
          wrong = seq + " after " + last;
        }
        last = seq;
        received.incrementAndGet();
      }
      if (unread.indexOf("ReplayBufferOverflowError") >= 0) {
        wrong = "overflow after " + last;
      }
      unread.delete(0, line);
    }
  }

  private ManyReaders(Selector selector) {
    this.selector = selector;
  }

  static ManyReaders join(RunningServer server, String room, int count) {
    try {
      ManyReaders all = new ManyReaders(Selector.open());
      for (int i = 0; i < count; i++) {
        RawMcp member = RawMcp.at(server.mcp()).begin();
        member.tool("join_room", "room", room).accepted();
        all.listen(server, member.session());
      }
      Thread reading = new Thread(all::read, "many-readers");
      reading.setDaemon(true);
      reading.start();
      return all;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** How many messages all of them have received. */
  long received() {
    return received.get();
  }

  /** What the first wrong reader got instead of the next message; empty where all is right. */
  String wrong() {
    return readers.stream()
        .map(reader -> reader.wrong)
        .filter(what -> !what.isEmpty())
        .findFirst()
        .orElse("");
  }

  @Override
  public void close() {
    closed = true;
    selector.wakeup();
  }

  private void listen(RunningServer server, String session) throws IOException {
    SocketChannel channel =
        SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
    // HTTP/1.0, so that no chunk ends in the middle of a line.
    String request =
        "GET /mcp HTTP/1.0\r\nHost: 127.0.0.1:"
            + server.port()
            + "\r\nAccept: text/event-stream\r\nMcp-Session-Id: "
            + session
            + "\r\n\r\n";
    channel.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
    channel.configureBlocking(false);
    Reader reader = new Reader(channel);
    readers.add(reader);
    channel.register(selector, SelectionKey.OP_READ, reader);
  }

  private void read() {
    ByteBuffer buffer = ByteBuffer.allocate(256 * 1024);
    try (selector) {
      while (!closed) {
        selector.select(key -> read((Reader) key.attachment(), buffer));
      }
      for (Reader reader : readers) {
        reader.channel.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void read(Reader reader, ByteBuffer buffer) {
    try {
      buffer.clear();
      if (reader.channel.read(buffer) < 0) {
        reader.wrong = "its stream ended after " + reader.last;
        reader.channel.close();
        return;
      }
      reader.took(StandardCharsets.ISO_8859_1.decode(buffer.flip()).toString());
    } catch (IOException e) {
      reader.wrong = e + " after " + reader.last;
    }
  }
}
