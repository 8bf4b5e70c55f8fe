package dev.parley.bridge;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.net.HttpRetryException;
import java.net.HttpURLConnection;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

/**
 * Posts a small signed JSON to an address of the user. A wake keeps its id over all attempts, so
 * the receiver can recognize a repeat; each attempt has its own time and signature. Nothing of an
 * answer but its status is read, and no redirect is followed.
 */
final class Webhook implements WakeAction {
  /** The maximum number of attempts for one wake. */
  static final int MAX_ATTEMPTS = 5;

  /** The maximum length of the address. */
  static final int MAX_URL = 2_048;

  /** The maximum number of characters of the text that is posted; a longer one is cut. */
  static final int MAX_TEXT = 2_000;

  private static final int TOO_MANY_REQUESTS = 429;
  private static final Pattern LOOPBACK =
      Pattern.compile("localhost|127(\\.\\d{1,3}){3}|\\[?::1]?", Pattern.CASE_INSENSITIVE);

  /** The times of one webhook, in milliseconds. */
  record Times(int connect, int attempt, int firstPause) {
    static final Times DEFAULT = new Times(5_000, 15_000, 1_000);
  }

  /** The outcome of an attempt: what happened, and whether another attempt may help. */
  private record Outcome(String failure, boolean again) {
    static final Outcome DONE = new Outcome("", false);
  }

  private final URI url;
  private final WebhookSecret secret;
  private final String agent;
  private final BridgeLog log;
  private final Times times;

  Webhook(URI url, WebhookSecret secret, String agent, BridgeLog log, Times times) {
    this.url = url;
    this.secret = secret;
    this.agent = agent;
    this.log = log;
    this.times = times;
  }

  /**
   * Returns the address that {@code text} is.
   *
   * @throws IllegalArgumentException for the person who typed it, where it is none, or where what
   *     is posted would leave this machine unencrypted
   */
  static URI url(String text) {
    URI url;
    try {
      url = new URI(text);
    } catch (URISyntaxException notOne) {
      throw new IllegalArgumentException("--webhook is not an address");
    }
    String host = url.getHost();
    boolean https = "https".equalsIgnoreCase(url.getScheme());
    if (host == null || (!https && !"http".equalsIgnoreCase(url.getScheme()))) {
      throw new IllegalArgumentException("--webhook begins with https:// and names a host");
    }
    if (!https && !LOOPBACK.matcher(host).matches()) {
      throw new IllegalArgumentException(
          "--webhook has to be an https address, as " + host + " is not this machine");
    }
    if (url.getRawUserInfo() != null || url.getRawFragment() != null) {
      throw new IllegalArgumentException("--webhook names no user and has no fragment");
    }
    if (text.length() > MAX_URL) {
      throw new IllegalArgumentException("--webhook has at most " + MAX_URL + " characters");
    }
    return url;
  }

  @Override
  public boolean wake(String text, String workspace) throws InterruptedException {
    String id = UUID.randomUUID().toString();
    byte[] body = body(id, text, workspace);
    int pause = times.firstPause();
    for (int attempt = 1; true; attempt++) {
      Outcome outcome = attempt(id, body);
      if (outcome.failure().isEmpty()) {
        return true;
      }
      log.error(
          "the webhook at "
              + url.getHost()
              + " "
              + outcome.failure()
              + " (attempt "
              + attempt
              + " of "
              + MAX_ATTEMPTS
              + ")");
      if (!outcome.again() || attempt == MAX_ATTEMPTS) {
        return false;
      }
      Thread.sleep(pause);
      pause *= 2;
    }
  }

  private byte[] body(String id, String text, String workspace) {
    String shown = text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) : text;
    return ("{\"id\":"
            + JsonText.quoted(id)
            + ",\"agent\":"
            + JsonText.quoted(agent)
            + ",\"workspace\":"
            + JsonText.quoted(workspace)
            + ",\"text\":"
            + JsonText.quoted(shown)
            + ",\"at\":"
            + JsonText.quoted(Instant.now().truncatedTo(ChronoUnit.MILLIS).toString())
            + "}")
        .getBytes(UTF_8);
  }

  /** Posts once, within the time of an attempt as a whole. */
  private Outcome attempt(String id, byte[] body) throws InterruptedException {
    HttpURLConnection connection;
    try {
      connection = (HttpURLConnection) url.toURL().openConnection();
    } catch (IOException | RuntimeException notPossible) {
      return new Outcome("cannot be used: " + notPossible.getClass().getSimpleName(), false);
    }
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    Thread sender =
        new Thread(() -> outcome.complete(posted(connection, id, body)), "parley-webhook");
    sender.setDaemon(true);
    sender.start();
    try {
      return outcome.get(times.attempt(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException late) {
      return new Outcome("did not answer in " + times.attempt() + " ms", true);
    } catch (ExecutionException broken) {
      return new Outcome("could not be called", true);
    } finally {
      connection.disconnect();
    }
  }

  private Outcome posted(HttpURLConnection connection, String id, byte[] body) {
    String timestamp = Long.toString(Instant.now().getEpochSecond());
    try {
      connection.setInstanceFollowRedirects(false);
      connection.setUseCaches(false);
      connection.setConnectTimeout(times.connect());
      connection.setReadTimeout(times.attempt());
      connection.setRequestMethod("POST");
      connection.setDoOutput(true);
      connection.setFixedLengthStreamingMode(body.length);
      connection.setRequestProperty("Content-Type", "application/json");
      connection.setRequestProperty("User-Agent", "parley-watch");
      connection.setRequestProperty("Parley-Delivery", id);
      connection.setRequestProperty("Parley-Timestamp", timestamp);
      connection.setRequestProperty(
          "Parley-Signature", "sha256=".concat(secret.signature(timestamp, body)));
      try (OutputStream out = connection.getOutputStream()) {
        out.write(body);
      }
      return outcome(connection.getResponseCode());
    } catch (HttpRetryException wantsMore) {
      return outcome(wantsMore.responseCode());
    } catch (SocketTimeoutException late) {
      return new Outcome("did not answer in time", true);
    } catch (IOException | RuntimeException failed) {
      return new Outcome("could not be called: " + failed.getClass().getSimpleName(), true);
    }
  }

  private static Outcome outcome(int status) {
    if (status >= 200 && status < 300) {
      return Outcome.DONE;
    }
    String redirect = status >= 300 && status < 400 ? "; redirects are not followed" : "";
    return new Outcome(
        "answered " + status + redirect, status >= 500 || status == TOO_MANY_REQUESTS);
  }
}
