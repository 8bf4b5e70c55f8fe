package dev.parley.war.bench;

import dev.parley.war.driver.HttpAnswer;
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

  /** One client for each script. */
  CallLoop(InetSocketAddress address, List<Script> scripts) throws IOException {
    for (Script script : scripts) {
      SocketChannel channel = SocketChannel.open(address);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.configureBlocking(false);
      Client client = new Client(channel, script);
      channel.register(selector, SelectionKey.OP_READ, client);
      clients.add(client);
    }
  }

  /** Calls for so long; answers how many calls were answered in that time. */
  long run(int seconds) throws IOException {
    begin();
    turnFor(TimeUnit.SECONDS.toNanos(seconds));
    long inTime = done;
    ending = true;
    finish();
    return inTime;
  }

  /** Calls for so long and waits for the last answers; answers how many calls that were. */
  long runOut(long nanos) throws IOException {
    begin();
    turnFor(nanos);
    ending = true;
    finish();
    return done;
  }

  /** Calls until all scripts are at their end; answers how many seconds that took. */
  double runThrough() throws IOException {
    long begun = System.nanoTime();
    begin();
    finish();
    return (System.nanoTime() - begun) / 1e9;
  }

  private void begin() throws IOException {
    done = 0;
    ending = false;
    for (Client client : clients) {
      client.callNext();
    }
  }

  private void turnFor(long nanos) throws IOException {
    long until = System.nanoTime() + nanos;
    while (System.nanoTime() < until) {
      turn();
    }
  }

  private void finish() throws IOException {
    while (clients.stream().anyMatch(client -> client.waiting)) {
      turn();
    }
  }

  private void turn() throws IOException {
    selector.select();
    for (SelectionKey key : selector.selectedKeys()) {
      Client client = (Client) key.attachment();
      if (client.answered()) {
        done++;
        if (!ending) {
          client.callNext();
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
    private final Script script;
    private final HttpAnswer answer = new HttpAnswer();
    private final ByteBuffer into = ByteBuffer.wrap(answer.bytes);
    private boolean waiting;

    Client(SocketChannel channel, Script script) {
      this.channel = channel;
      this.script = script;
    }

    void callNext() throws IOException {
      if (!script.hasNext()) {
        return;
      }
      answer.clear();
      into.clear();
      waiting = true;
      ByteBuffer bytes = ByteBuffer.wrap(script.next());
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
      script.answered(answer);
      waiting = false;
      return true;
    }
  }
}
