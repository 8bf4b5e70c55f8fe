package dev.parley.war.browser;

import dev.parley.war.testing.RunningServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The event streams of {@link #COUNT} pages, each read by a thread instead of a browser. */
final class OpenStreams {
  static final int COUNT = 50;

  /** After the last page has gone the server follows what happens for a minute. */
  private static final int STILL_FOLLOWED_SECONDS = 65;

  private final List<Thread> pages;

  private OpenStreams(List<Thread> pages) {
    this.pages = pages;
  }

  /** Opens the streams and begins to read them. */
  static OpenStreams of(RunningServer server) throws Exception {
    HttpClient http = HttpClient.newHttpClient();
    HttpResponse<String> login =
        http.send(
            HttpRequest.newBuilder(server.at("/api/login"))
                .header("Origin", server.base().toString())
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{}"))
                .build(),
            BodyHandlers.ofString());
    String cookie = login.headers().firstValue("Set-Cookie").orElseThrow().split(";", 2)[0];
    URI stream = server.at("/api/stream");
    List<Thread> pages = new ArrayList<>();
    for (int i = 0; i < COUNT; i++) {
      Thread page =
          new Thread(
              () -> {
                try (var body =
                    http.send(
                            HttpRequest.newBuilder(stream).header("Cookie", cookie).build(),
                            BodyHandlers.ofInputStream())
                        .body()) {
                  byte[] buffer = new byte[65_536];
                  while (body.read(buffer) >= 0 && !Thread.currentThread().isInterrupted()) {
                    // read on
                  }
                } catch (IOException | InterruptedException over) {
                  Thread.currentThread().interrupt();
                }
              });
      page.setDaemon(true);
      page.start();
      pages.add(page);
    }
    TimeUnit.SECONDS.sleep(2);
    return new OpenStreams(pages);
  }

  /** Closes the streams and waits until the server no longer follows for them. */
  void leave() throws InterruptedException {
    pages.forEach(Thread::interrupt);
    TimeUnit.SECONDS.sleep(STILL_FOLLOWED_SECONDS);
  }
}
