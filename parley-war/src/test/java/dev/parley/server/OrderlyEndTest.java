package dev.parley.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OrderlyEndTest {
  private final Application application = new Application();
  private final Server server = new Server();
  private final ServerConnector connector = new ServerConnector(server, 1, 1);

  /** Writes to an open stream as it stops, and answers a call when it may. */
  private static final class Application extends Handler.Abstract {
    private final CountDownLatch answers = new CountDownLatch(1);
    private final CountDownLatch stopping = new CountDownLatch(1);
    private final CountDownLatch stops = new CountDownLatch(1);
    private final CompletableFuture<Runnable> stream = new CompletableFuture<>();

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
      if (request.getMethod().equals("POST")) {
        answers.await();
        write(response, "answer", true, callback);
      } else {
        write(response, "first ", false, Callback.NOOP);
        stream.complete(() -> write(response, "last", true, callback));
      }
      return true;
    }

    private static void write(Response response, String text, boolean last, Callback callback) {
      response.write(last, ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)), callback);
    }

    @Override
    protected void doStop() throws Exception {
      stopping.countDown();
      if (stream.isDone()) {
        stops.await();
        stream.join().run();
      }
      super.doStop();
    }
  }

  @BeforeEach
  void start() throws Exception {
    OrderlyEnd orderly = new OrderlyEnd(application);
    connector.setHost(InetAddress.getLoopbackAddress().getHostAddress());
    server.addConnector(connector);
    server.setHandler(orderly);
    server.setStopTimeout(0);
    server.start();
    server.addEventListener(orderly);
  }

  @AfterEach
  void stop() throws Exception {
    application.answers.countDown();
    application.stops.countDown();
    server.stop();
  }

  @Test
  void stream_getsWhatTheApplicationWritesAsItStops_andOtherRequestsAreRefused() throws Exception {
    try (Socket stream = ask("GET");
        Socket later = new Socket(connector.getHost(), connector.getLocalPort())) {
      application.stream.get(10, TimeUnit.SECONDS);
      CompletableFuture<Void> stopped = stopInBackground();
      application.stopping.await();
      assertThat(answer(ask(later, "POST")))
          .startsWith("HTTP/1.1 503")
          .contains("Retry-After: 1")
          .endsWith("The server is stopping; try again in a second.\n");
      application.stops.countDown();

      assertThat(answer(stream)).startsWith("HTTP/1.1 200").contains("first ").contains("last");
      stopped.get(10, TimeUnit.SECONDS);
    }
  }

  @Test
  void callUnderWay_isAnsweredBeforeTheApplicationStops() throws Exception {
    try (Socket call = ask("POST")) {
      awaitCall();
      CompletableFuture<Void> stopped = stopInBackground();
      assertThat(application.stopping.await(50, TimeUnit.MILLISECONDS)).isFalse();
      application.answers.countDown();

      assertThat(answer(call)).startsWith("HTTP/1.1 200").contains("answer");
      stopped.get(10, TimeUnit.SECONDS);
    }
  }

  @Test
  void callThatWaits_holdsTheEndNoLongerThanItsPatience() throws Exception {
    try (Socket call = ask("POST")) {
      awaitCall();
      long since = System.nanoTime();
      CompletableFuture<Void> stopped = stopInBackground();
      application.stopping.await();

      assertThat(System.nanoTime() - since)
          .isBetween(OrderlyEnd.PATIENCE.toNanos(), TimeUnit.SECONDS.toNanos(5));
      application.answers.countDown();
      stopped.get(10, TimeUnit.SECONDS);
      assertThat(call.isClosed()).isFalse();
    }
  }

  private void awaitCall() {
    OrderlyEnd orderly = (OrderlyEnd) server.getHandler();
    while (orderly.calls() == 0) {
      Thread.onSpinWait();
    }
  }

  private CompletableFuture<Void> stopInBackground() {
    return CompletableFuture.runAsync(
        () -> {
          try {
            server.stop();
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
  }

  private Socket ask(String method) throws IOException {
    return ask(new Socket(connector.getHost(), connector.getLocalPort()), method);
  }

  private static Socket ask(Socket socket, String method) throws IOException {
    socket.setSoTimeout(10_000);
    String request = method + " / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n";
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  private static String answer(Socket socket) throws IOException {
    try (InputStream in = socket.getInputStream()) {
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
    }
  }
}
