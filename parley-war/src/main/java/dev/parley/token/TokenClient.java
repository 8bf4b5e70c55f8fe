package dev.parley.token;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.bridge.JsonValue;
import dev.parley.trust.TlsFailure;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The requests of {@code token} to {@code /api/credentials} of a server. */
final class TokenClient {
  private static final String OWNER_FILE = "owner.token";
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final URI server;
  private final Optional<String> token;
  private final HttpClient http;

  /** A request that was not done; its message is for the person. */
  static final class Failure extends Exception {
    private static final long serialVersionUID = 1;

    Failure(String sentence) {
      super(sentence);
    }
  }

  private TokenClient(TokenOptions options, Optional<String> token) {
    this.server = options.url();
    this.token = token;
    HttpClient.Builder builder = HttpClient.newBuilder().connectTimeout(PATIENCE);
    if (options.trusted().isAdded()) {
      builder.sslContext(options.trusted().sslContext());
    }
    this.http = builder.build();
  }

  /**
   * Returns a client with the token that was named, else with the owner's in the data folder;
   * without either it asks as a local program does.
   */
  static TokenClient of(TokenOptions options) throws Failure {
    if (options.token().isPresent()) {
      return new TokenClient(options, options.token());
    }
    if (!isLocal(options.url().getHost())) {
      throw new Failure(
          options.url()
              + " is not this machine, and the owner's token is for this machine alone; set"
              + " PARLEY_TOKEN to the token of an admin of that server, or name its file with"
              + " --token-file");
    }
    return new TokenClient(options, owner(options.data().resolve(OWNER_FILE)));
  }

  private static boolean isLocal(@Nullable String host) {
    return host != null
        && (host.equals("localhost")
            || host.equals("[::1]")
            || host.matches("127(\\.[0-9]{1,3}){3}"));
  }

  private static Optional<String> owner(Path file) throws Failure {
    try {
      return Files.exists(file)
          ? Optional.of(Files.readString(file, US_ASCII).strip())
          : Optional.empty();
    } catch (IOException unreadable) {
      throw new Failure(file + " cannot be read; set PARLEY_TOKEN to the token of an admin");
    }
  }

  /**
   * Sends one request.
   *
   * @param path below {@code /api/credentials}
   * @param body JSON; empty for none
   */
  JsonValue send(String method, String path, String body) throws Failure {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(server + "/api/credentials" + path))
            .timeout(PATIENCE)
            .header("Accept", "application/json")
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    request.header("Authorization", "Bearer ".concat(token.orElse("none")));
    if (!body.isEmpty()) {
      request.header("Content-Type", "application/json");
    }
    HttpResponse<byte[]> response;
    try {
      response = http.send(request.build(), BodyHandlers.ofByteArray());
    } catch (IOException away) {
      Optional<String> reason = TlsFailure.reason(away);
      if (reason.isPresent()) {
        throw new Failure("no connection to " + server + ": " + reason.get());
      }
      throw new Failure(
          "no Parley answers at "
              + server
              + "; start it (java -jar parley.war serve) or name it"
              + " with --url");
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
      throw new Failure("interrupted");
    }
    return answer(response);
  }

  private JsonValue answer(HttpResponse<byte[]> response) throws Failure {
    JsonValue answer;
    try {
      answer = JsonValue.parse(response.body());
    } catch (IOException notParley) {
      throw new Failure(
          server
              + " answers "
              + response.statusCode()
              + " and no JSON: is it a Parley server? "
              + new String(response.body(), 0, Math.min(80, response.body().length), UTF_8));
    }
    if (response.statusCode() >= 400) {
      String detail = answer.text("detail").orElse("HTTP " + response.statusCode());
      String advice =
          response.statusCode() == 401
              ? " Set PARLEY_TOKEN to the token of an admin, or --data to the server's data folder."
              : "";
      throw new Failure(detail.concat(advice));
    }
    return answer;
  }
}
