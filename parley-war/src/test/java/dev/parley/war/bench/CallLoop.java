package dev.parley.war.bench;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Clients that each call again as soon as they are answered, all in the caller's thread. */
final class CallLoop implements AutoCloseable {
  private final Selector selector = Selector.open();
  private final List<Client> clients = new ArrayList<>();
  private long done;
  private boolean ending;

  /** One client for each request. */
  CallLoop(InetSocketAddress hub, List<PreparedCall> requests) throws IOException {
    for (PreparedCall request : requests) {
      SocketChannel channel = SocketChannel.open(hub);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.configureBlocking(false);
      Client client = new Client(channel, request);
      channel.register(selector, SelectionKey.OP_READ, client);
      clients.add(client);
    }
  }

  /** Calls for so long; answers how many calls were answered in that time. */
  long run(int seconds) throws IOException {
    done = 0;
    ending = false;
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    for (Client client : clients) {
      client.call();
    }
    while (System.nanoTime() < until) {
      turn();
    }
    long inTime = done;
    ending = true;
    while (clients.stream().anyMatch(client -> client.waiting)) {
      turn();
    }
    return inTime;
  }

  private void turn() throws IOException {
    selector.select();
    for (SelectionKey key : selector.selectedKeys()) {
      Client client = (Client) key.attachment();
      if (client.answered()) {
        done++;
        if (!ending) {
          client.call();
        }
      }
    }
    selector.selectedKeys().clear();
  }

  @Override
  public void close() throws IOException {
    for (Client client : clients) {
      client.channel.close();
    }
    selector.close();
  }

  private static final class Client {
    private final SocketChannel channel;
    private final PreparedCall request;
    private final HttpAnswer answer = new HttpAnswer();
    private final ByteBuffer into = ByteBuffer.wrap(answer.bytes);
    private boolean waiting;

    Client(SocketChannel channel, PreparedCall request) {
      this.channel = channel;
      this.request = request;
    }

    void call() throws IOException {
      answer.clear();
      into.clear();
      waiting = true;
      ByteBuffer bytes = ByteBuffer.wrap(request.next().bytes);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    }

    boolean answered() throws IOException {
      if (channel.read(into) < 0) {
        throw new EOFException("cut while it answered");
      }
      answer.size = into.position();
      if (!answer.isComplete()) {
        return false;
      }
      if (answer.status() != 200) {
        throw new IOException("answered " + answer.status() + ": " + answer.body());
      }
      waiting = false;
      return true;
    }
  }
}
