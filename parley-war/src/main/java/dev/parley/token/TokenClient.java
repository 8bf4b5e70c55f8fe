package dev.parley.token;

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
import java.time.Duration;
import java.util.Optional;

/** The requests of {@code token} to {@code /api/credentials} of a server. */
final class TokenClient {
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
    try {
      return new TokenClient(
          options, AdminToken.of(options.url(), options.token(), options.data()));
    } catch (IOException none) {
      throw new Failure(String.valueOf(none.getMessage()));
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
