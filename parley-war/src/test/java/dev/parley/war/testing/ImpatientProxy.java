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
  private final Duration patience;
  private final AtomicInteger cuts = new AtomicInteger();

  private ImpatientProxy(ServerSocket door, Duration patience) {
    this.door = door;
    this.patience = patience;
  }

  /**
   * Has an address already, and leads nowhere yet.
   *
   * @param patience how long no byte may come from the server
   */
  public static ImpatientProxy open(Duration patience) {
    try {
      return new ImpatientProxy(
          new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), patience);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Leads to {@code server} from now on. */
  public void leadTo(RunningServer server) {
    run(() -> accept(server.port()));
  }

  /** The host and port its clients name. */
  public String authority() {
    return "127.0.0.1:" + door.getLocalPort();
  }

  /** The MCP endpoint behind it. */
  public URI mcp() {
    return URI.create("http://" + authority() + "/mcp");
  }

  /** How many connections it has cut. */
  public int cuts() {
    return cuts.get();
  }

  private void accept(int serverPort) {
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
