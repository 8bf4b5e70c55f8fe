package dev.parley.war.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A browser as far as a login needs one. It has the cookies of one host, of all its ports, by their
 * paths; it withholds strict ones where another site sends it. It follows no redirect by itself.
 */
public final class Browser {
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final List<BrowserCookie> cookies = new ArrayList<>();
  private final String[] headers;

  private record BrowserCookie(String name, String value, String path, boolean strict) {
    private boolean isFor(URI url) {
      String asked = url.getPath();
      return asked.equals(path) || asked.startsWith(path.endsWith("/") ? path : path + "/");
    }
  }

  /** A browser without cookies, whose requests have these headers. */
  public Browser(String... headers) {
    this.headers = headers.clone();
  }

  /** Goes to an address by itself, or from a page of the same site. */
  public Reply get(URI url) {
    return send(HttpRequest.newBuilder(url), url, true);
  }

  /** Goes to an address to which another site sent it. */
  public Reply arrive(URI url) {
    return send(HttpRequest.newBuilder(url), url, false);
  }

  /** Sends a form of a page. */
  public Reply submit(URI url, Map<String, String> form) {
    String text =
        form.entrySet().stream()
            .map(field -> encoded(field.getKey()) + "=" + encoded(field.getValue()))
            .collect(Collectors.joining("&"));
    HttpRequest.Builder request =
        HttpRequest.newBuilder(url)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(text));
    return send(request, url, true);
  }

  /** Sends JSON from a page of that server. */
  public Reply post(URI url, String json) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(url)
            .header("Origin", url.getScheme() + "://" + url.getAuthority())
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(json));
    return send(request, url, true);
  }

  /** The address that an answer sends it to. */
  public static URI redirect(Reply reply) {
    return URI.create(
        reply
            .header("Location")
            .orElseThrow(
                () -> new AssertionError("no redirect but " + reply.status() + reply.body())));
  }

  /** The value of a cookie; nothing where it has none. */
  public String cookie(String name) {
    return cookies.stream()
        .filter(cookie -> cookie.name().equals(name))
        .map(BrowserCookie::value)
        .findFirst()
        .orElse("");
  }

  /** Has a cookie for all paths, as if a server had set it. */
  public void put(String name, String value) {
    cookies.removeIf(cookie -> cookie.name().equals(name));
    cookies.add(new BrowserCookie(name, value, "/", false));
  }

  private Reply send(HttpRequest.Builder request, URI url, boolean sameSite) {
    String sent =
        cookies.stream()
            .filter(cookie -> cookie.isFor(url) && (sameSite || !cookie.strict()))
            .map(cookie -> cookie.name() + "=" + cookie.value())
            .collect(Collectors.joining("; "));
    if (!sent.isEmpty()) {
      request.header("Cookie", sent);
    }
    if (headers.length > 0) {
      request.headers(headers);
    }
    try {
      HttpResponse<String> response = HTTP.send(request.build(), BodyHandlers.ofString());
      response.headers().allValues("Set-Cookie").forEach(this::keep);
      return new Reply(response.statusCode(), response.headers(), response.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private void keep(String header) {
    String[] parts = header.split(";", -1);
    String[] named = parts[0].split("=", 2);
    String path = "/";
    boolean strict = false;
    boolean ended = named[1].isEmpty();
    for (String part : parts) {
      String attribute = part.strip();
      String lower = attribute.toLowerCase(Locale.ROOT);
      if (lower.startsWith("path=")) {
        path = attribute.substring("path=".length());
      }
      strict |= lower.equals("samesite=strict");
      ended |= lower.equals("max-age=0");
    }
    String at = path;
    cookies.removeIf(cookie -> cookie.name().equals(named[0]) && cookie.path().equals(at));
    if (!ended) {
      cookies.add(new BrowserCookie(named[0], named[1], path, strict));
    }
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8);
  }
}
