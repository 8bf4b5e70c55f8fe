package dev.parley.chat.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.chat.ChatFailure;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Calls to one HTTP API with JSON answers. A call ends with its answer, whatever the status, or
 * with a {@link ChatFailure}: {@code UNREACHABLE} where nothing was sent or nothing was to be
 * changed, {@code UNKNOWN} where a change was sent and not answered in whole.
 */
public final class ChatHttp {
  /** Reads and writes JSON. */
  public static final JsonMapper JSON = JsonMapper.builder().build();

  /** The most bytes of one answer. */
  static final int MAX_ANSWER = 16 << 20;

  private final String base;
  private final Map<String, String> headers;
  private final Duration timeout;
  private final HttpClient client;

  /**
   * An API.
   *
   * @param base the beginning of all addresses, without a slash at its end
   * @param headers the headers of every request, for example that of the login
   * @param timeout the longest time until an answer begins
   */
  public ChatHttp(String base, Map<String, String> headers, Duration timeout) {
    this.base = base;
    this.headers = Map.copyOf(headers);
    this.timeout = timeout;
    // HTTP/1.1: the first request of HTTP/2 over plain HTTP asks for an upgrade, which emulators
    // and
    // proxies take for that of a WebSocket.
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(timeout)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
  }

  /** The client, for a WebSocket to the same system. */
  public HttpClient client() {
    return client;
  }

  /** Reads; {@code query} is encoded. */
  public ChatAnswer get(String path, Map<String, String> query) {
    return get(path, query, timeout);
  }

  /** Reads with a time limit of its own, as a long poll needs. */
  public ChatAnswer get(String path, Map<String, String> query, Duration limit) {
    String encoded = form(query);
    return send(
        HttpRequest.newBuilder(URI.create(base + path + (encoded.isEmpty() ? "" : "?" + encoded)))
            .timeout(limit)
            .GET(),
        false);
  }

  /** Sends a JSON document with a method that changes something, for example POST or PUT. */
  public ChatAnswer send(String method, String path, JsonNode body) {
    return send(
        method, path, "application/json", BodyPublishers.ofString(body.toString(), UTF_8), true);
  }

  /** Sends a form that changes something. */
  public ChatAnswer postForm(String path, Map<String, String> fields) {
    return postForm(path, fields, true);
  }

  /** Sends a form; {@code changes} is false where it only reads. */
  public ChatAnswer postForm(String path, Map<String, String> fields, boolean changes) {
    return send(
        "POST",
        path,
        "application/x-www-form-urlencoded",
        BodyPublishers.ofString(form(fields), UTF_8),
        changes);
  }

  private ChatAnswer send(
      String method, String path, String type, BodyPublisher body, boolean changes) {
    return send(
        HttpRequest.newBuilder(URI.create(base + path))
            .timeout(timeout)
            .header("Content-Type", type + "; charset=utf-8")
            .method(method, body),
        changes);
  }

  private ChatAnswer send(HttpRequest.Builder request, boolean changes) {
    headers.forEach(request::header);
    try {
      HttpResponse<InputStream> response =
          client.send(request.build(), BodyHandlers.ofInputStream());
      try (InputStream body = response.body()) {
        byte[] bytes = body.readNBytes(MAX_ANSWER + 1);
        if (bytes.length > MAX_ANSWER) {
          throw ChatFailure.refused("the answer has more than " + MAX_ANSWER + " bytes");
        }
        return new ChatAnswer(response.statusCode(), response.headers(), json(bytes));
      }
    } catch (ConnectException | HttpConnectTimeoutException notSent) {
      throw ChatFailure.unreachable("no connection", notSent);
    } catch (IOException cut) {
      throw changes
          ? ChatFailure.unknown("no answer", cut)
          : ChatFailure.unreachable("no answer", cut);
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
      throw changes
          ? ChatFailure.unknown("interrupted", ended)
          : ChatFailure.unreachable("interrupted", ended);
    }
  }

  /** The document; null where it is none, as the page of a proxy. */
  private static @Nullable JsonNode json(byte[] bytes) throws IOException {
    if (bytes.length == 0) {
      return null;
    }
    try {
      return JSON.readTree(bytes);
    } catch (JacksonException noJson) {
      return null;
    }
  }

  /** A form, encoded. */
  public static String form(Map<String, String> fields) {
    return new LinkedHashMap<>(fields)
        .entrySet().stream()
            .map(field -> encode(field.getKey()) + "=" + encode(field.getValue()))
            .collect(Collectors.joining("&"));
  }

  /** A part of a path or form, encoded. */
  public static String encode(String text) {
    return URLEncoder.encode(text, UTF_8).replace("+", "%20");
  }
}
