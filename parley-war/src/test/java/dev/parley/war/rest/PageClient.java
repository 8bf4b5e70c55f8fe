package dev.parley.war.rest;

import dev.parley.war.testing.TestCertificates;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** A program that asks for what the page asks for, with a cookie as a browser has it. */
public final class PageClient {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final ObjectMapper JSON = new ObjectMapper();

  private final URI base;
  private final String cookie;

  private PageClient(URI base, String cookie) {
    this.base = base;
    this.cookie = cookie;
  }

  /** An answer, with its body as JSON where it is JSON. */
  public record Answer(int status, HttpResponse<String> raw) {
    /** The body. */
    public JsonNode json() {
      return JSON.readTree(raw.body());
    }

    /** A header; nothing where it is absent. */
    public String header(String name) {
      return raw.headers().firstValue(name).orElse("");
    }
  }

  /** Somebody without a cookie. */
  public static PageClient stranger(URI base) {
    return new PageClient(base, "");
  }

  /** Somebody who logged in with these fields. */
  public static PageClient loggedIn(URI base, Map<String, String> fields) {
    Answer answer = stranger(base).send("POST", "/api/login", fields);
    if (answer.status() != 200) {
      throw new AssertionError(answer.raw().body());
    }
    return new PageClient(base, answer.header("Set-Cookie").split(";", 2)[0]);
  }

  /** The same one with the cookie of an answer. */
  PageClient with(Answer answer) {
    return new PageClient(base, answer.header("Set-Cookie").split(";", 2)[0]);
  }

  /** The same one at a server that may have started anew. */
  PageClient at(URI other) {
    return new PageClient(other, cookie);
  }

  int port() {
    return base.getPort();
  }

  String cookie() {
    return cookie;
  }

  /** Gets a path below the base, with these headers. */
  public Answer get(String path, String... headers) {
    return send(request(path, headers).GET().build());
  }

  /** Sends a JSON body from a page of this server. */
  public Answer send(String method, String path, Object body) {
    return send(
        request(path, "Origin", origin(), "Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(text(body)))
            .build());
  }

  /** Returns the status that a request gets, with an empty object as body unless it reads. */
  public int status(String method, String path) {
    HttpRequest.Builder request =
        method.equals("GET")
            ? request(path)
            : request(path, "Origin", origin(), "Content-Type", "application/json")
                .method(method, BodyPublishers.ofString("{}"));
    try {
      HttpResponse<InputStream> reply = HTTP.send(request.build(), BodyHandlers.ofInputStream());
      try (InputStream body = reply.body()) {
        if (!isEventStream(reply)) {
          body.readAllBytes(); // a body that is not read to its end costs the connection
        }
      }
      return reply.statusCode();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** An event stream has no end. */
  private static boolean isEventStream(HttpResponse<?> reply) {
    return reply.headers().firstValue("Content-Type").orElse("").startsWith("text/event-stream");
  }

  private String origin() {
    return base.getScheme() + "://" + base.getAuthority();
  }

  HttpRequest.Builder request(String path, String... headers) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path));
    if (!cookie.isEmpty()) {
      request.header("Cookie", cookie);
    }
    return headers.length == 0 ? request : request.headers(headers);
  }

  Answer send(HttpRequest request) {
    try {
      HttpResponse<String> reply =
          TestCertificates.http(request.uri(), HTTP).send(request, BodyHandlers.ofString());
      return new Answer(reply.statusCode(), reply);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** The lines of the stream, as they come; a thread reads them until the server ends. */
  public Queue<String> stream(String query) {
    Queue<String> lines = new ConcurrentLinkedQueue<>();
    Thread reader =
        new Thread(
            () -> {
              try (Stream<String> body =
                  HTTP.send(request("/api/stream" + query).build(), BodyHandlers.ofLines())
                      .body()) {
                body.forEach(lines::add);
              } catch (IOException | UncheckedIOException over) {
                lines.add("over");
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    reader.setDaemon(true);
    reader.start();
    return lines;
  }

  private static String text(Object body) {
    return JSON.writeValueAsString(body);
  }
}
