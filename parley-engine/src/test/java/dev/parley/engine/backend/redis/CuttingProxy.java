package dev.parley.engine.backend.redis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;

/** Carries what it is sent to a server, but cuts the first answer to what holds a certain word. */
final class CuttingProxy implements AutoCloseable {
  private final URI server;
  private final String word;
  private final ServerSocket listening;
  private final AtomicInteger cuts = new AtomicInteger();

  CuttingProxy(URI server, String word) throws IOException {
    this.server = server;
    this.word = "\r\n" + word + "\r\n";
    this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    run(this::accept);
  }

  URI address() {
    return URI.create("redis://127.0.0.1:" + listening.getLocalPort());
  }

  int cuts() {
    return cuts.get();
  }

  private void accept() throws IOException {
    while (!listening.isClosed()) {
      Socket client = listening.accept();
      Socket upstream = new Socket(server.getHost(), server.getPort());
      client.setTcpNoDelay(true);
      upstream.setTcpNoDelay(true);
      boolean[] isCut = {false};
      run(
          () ->
              carry(
                  client,
                  upstream,
                  bytes -> {
                    if (bytes.contains(word) && cuts.compareAndSet(0, 1)) {
                      synchronized (isCut) {
                        isCut[0] = true;
                      }
                    }
                    return true;
                  }));
      run(
          () ->
              carry(
                  upstream,
                  client,
                  bytes -> {
                    synchronized (isCut) {
                      return !isCut[0];
                    }
                  }));
    }
  }

  private interface Gate {
    boolean lets(String bytes);
  }

  private interface Work {
    void run() throws IOException;
  }

  private static void carry(Socket from, Socket to, Gate gate) throws IOException {
    try (from;
        to) {
      byte[] buffer = new byte[65_536];
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      int read = in.read(buffer);
      while (read >= 0 && gate.lets(new String(buffer, 0, read, ISO_8859_1))) {
        out.write(buffer, 0, read);
        out.flush();
        read = in.read(buffer);
      }
    }
  }

  private static void run(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException ended) {
                Thread.currentThread().interrupt();
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  /** Takes no connection any more; those there are go on. */
  void shut() throws IOException {
    listening.close();
  }

  @Override
  public void close() throws IOException {
    shut();
  }
}
