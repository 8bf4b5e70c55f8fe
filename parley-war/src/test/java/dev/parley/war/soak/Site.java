package dev.parley.war.soak;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** The server as a browser asks it, with a cookie once somebody is logged in. */
final class Site {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int FIRST_REFUSAL = 400;
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(PATIENCE).build();

  private final String origin;
  private String cookie = "";

  Site(String origin) {
    this.origin = origin;
  }

  /** Logs in under a name, which an open server takes from everybody. */
  void logIn(String name) throws IOException {
    HttpResponse<String> answer = send(post("/api/login", "{\"name\":\"" + name + "\"}"));
    String set = answer.headers().firstValue("Set-Cookie").orElse("");
    if (set.isEmpty()) {
      throw new IOException("the login set no cookie");
    }
    cookie = set.split(";", 2)[0];
  }

  void logOut() throws IOException {
    send(post("/api/logout", "{}"));
    cookie = "";
  }

  /** The body of an answer that is no refusal. */
  String get(String path) throws IOException {
    return send(request(path).timeout(PATIENCE).build()).body();
  }

  /** Reads a file as browsers do, compressed. */
  void load(String path) throws IOException {
    send(request(path).timeout(PATIENCE).header("Accept-Encoding", "gzip").build());
  }

  /** Opens an event stream, which ends when it is closed. */
  InputStream open(String path) throws IOException {
    HttpRequest request = request(path).header("Accept", "text/event-stream").build();
    return accepted(exchange(request, HttpResponse.BodyHandlers.ofInputStream())).body();
  }

  private HttpRequest post(String path, String json) {
    return request(path)
        .timeout(PATIENCE)
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString(json))
        .build();
  }

  private HttpRequest.Builder request(String path) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(origin + path)).header("Sec-Fetch-Site", "same-origin");
    return cookie.isEmpty() ? request : request.header("Cookie", cookie);
  }

  private static HttpResponse<String> send(HttpRequest request) throws IOException {
    return accepted(exchange(request, HttpResponse.BodyHandlers.ofString()));
  }

  private static <T> HttpResponse<T> exchange(
      HttpRequest request, HttpResponse.BodyHandler<T> handler) throws IOException {
    try {
      return CLIENT.send(request, handler);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException();
    }
  }

  private static <T> HttpResponse<T> accepted(HttpResponse<T> answer) throws IOException {
    if (answer.statusCode() >= FIRST_REFUSAL) {
      String path = answer.uri().getPath().replaceAll("/load-[^/]*", "/*");
      throw new IOException(answer.statusCode() + " from " + path);
    }
    return answer;
  }
}
