package dev.parley.war.oidc;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;

/** The place at the issuer where codes are exchanged for tokens. */
final class TokenEndpoint {
  private static final int OK = 200;
  private static final int MAX_REFUSAL = 499;

  private final LoginEndpoints endpoints;
  private final LoginSettings settings;
  private final LimitedFetch fetch;

  TokenEndpoint(LoginEndpoints endpoints, LoginSettings settings, LimitedFetch fetch) {
    this.endpoints = endpoints;
    this.settings = settings;
    this.fetch = fetch;
  }

  /**
   * Exchanges a code, which is good once.
   *
   * @return the fields of the answer
   * @throws TokenRefused where the issuer refuses the code, or this client
   * @throws IOException where it does not answer as it has to
   */
  Claims exchange(String code, LoginAttempt attempt) throws TokenRefused, IOException {
    HttpResponse<byte[]> answer;
    try {
      answer = fetch.post(endpoints.token(), form(code, attempt), authorization()).join();
    } catch (CompletionException failure) {
      throw new IOException(fetch.reason(failure), failure);
    }
    int status = answer.statusCode();
    if (status == OK) {
      return IssuerDocument.claims(answer.body());
    }
    if (status > MAX_REFUSAL || status < 400) {
      throw new IOException("it answers HTTP " + status);
    }
    throw new TokenRefused(
        "the issuer does not exchange its code: HTTP " + status + " " + error(answer.body()));
  }

  private Map<String, String> form(String code, LoginAttempt attempt) {
    Map<String, String> form = new LinkedHashMap<>();
    form.put("grant_type", "authorization_code");
    form.put("code", code);
    form.put("redirect_uri", attempt.redirect());
    form.put("code_verifier", attempt.verifier());
    if (settings.secret().isEmpty() || !endpoints.takesBasic()) {
      form.put("client_id", settings.client());
      settings.secret().ifPresent(secret -> form.put("client_secret", secret));
    }
    return form;
  }

  /** Returns the header that has id and secret, each encoded as RFC 6749, 2.3.1, says. */
  private Optional<String> authorization() {
    return settings
        .secret()
        .filter(secret -> endpoints.takesBasic())
        .map(secret -> LimitedFetch.encoded(settings.client()) + ":" + LimitedFetch.encoded(secret))
        .map(both -> "Basic " + Base64.getEncoder().encodeToString(both.getBytes(UTF_8)));
  }

  private static String error(byte[] body) {
    try {
      return IssuerDocument.claims(body).text("error").orElse("");
    } catch (IOException noJson) {
      return "";
    }
  }
}
