package dev.parley.war.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** Passes bytes on between clients and a server, and cuts whom the server tells nothing. */
public final class ImpatientProxy implements AutoCloseable {
  private final ServerSocket door;
  private final int serverPort;
  private final Duration patience;
  private final AtomicInteger cuts = new AtomicInteger();

  private ImpatientProxy(ServerSocket door, int serverPort, Duration patience) {
    this.door = door;
    this.serverPort = serverPort;
    this.patience = patience;
  }

  /**
   * Stands before a server of this machine.
   *
   * @param patience how long no byte may come from it
   */
  public static ImpatientProxy before(RunningServer server, Duration patience) {
    try {
      ServerSocket door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
      ImpatientProxy proxy = new ImpatientProxy(door, server.port(), patience);
      run(proxy::accept);
      return proxy;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The MCP endpoint behind it. */
  public URI mcp() {
    return URI.create("http://127.0.0.1:" + door.getLocalPort() + "/mcp");
  }

  /** How many connections it has cut. */
  public int cuts() {
    return cuts.get();
  }

  private void accept() {
    try {
      while (!door.isClosed()) {
        Socket client = door.accept();
        Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
        server.setSoTimeout((int) patience.toMillis());
        run(() -> pass(client, server));
        run(() -> pass(server, client));
      }
    } catch (IOException closed) {
      // nobody new is let in
    }
  }

  private void pass(Socket from, Socket to) {
    try (from;
        to) {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (SocketTimeoutException nothingCame) {
      cuts.incrementAndGet();
    } catch (IOException oneSideIsGone) {
      // the other goes with it
    }
  }

  private static void run(Runnable work) {
    Thread thread = new Thread(work, "impatient-proxy");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() {
    try {
      door.close();
    } catch (IOException alreadyClosed) {
      // closed is closed
    }
  }
}
