package dev.parley.war.oauth;

import dev.parley.problem.ParleyException;
import dev.parley.problem.ProblemCode;
import dev.parley.war.wire.Json;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** A refusal in the form of RFC 6749 and RFC 7591. */
final class OAuthError extends Exception {
  private static final long serialVersionUID = 1L;
  private static final int BAD_REQUEST = 400;
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN_STATUS = 403;
  private static final int TOO_LARGE = 413;
  private static final int TOO_MANY = 429;
  private static final int UNAVAILABLE = 503;

  /** The characters that RFC 6749 does not allow in a description. */
  private static final Pattern FORBIDDEN = Pattern.compile("[^\\x20-\\x21\\x23-\\x5b\\x5d-\\x7e]");

  private final int status;
  private final String code;
  private final long retrySeconds;

  private OAuthError(int status, String code, String description, long retrySeconds) {
    super(FORBIDDEN.matcher(description).replaceAll("'"));
    this.status = status;
    this.code = code;
    this.retrySeconds = retrySeconds;
  }

  static OAuthError of(String code, String description) {
    return new OAuthError(BAD_REQUEST, code, description, 0);
  }

  static OAuthError invalidRequest(String description) {
    return of("invalid_request", description);
  }

  static OAuthError invalidGrant() {
    return of("invalid_grant", "The code or token is not good here, or is not good any more.");
  }

  static OAuthError invalidClient() {
    return new OAuthError(UNAUTHORIZED, "invalid_client", "There is no such client; register.", 0);
  }

  static OAuthError forbidden(String description) {
    return new OAuthError(FORBIDDEN_STATUS, "access_denied", description, 0);
  }

  static OAuthError tooLarge(int bytes) {
    return new OAuthError(
        TOO_LARGE, "invalid_request", "The body is larger than " + bytes + " bytes.", 0);
  }

  static OAuthError tooBusy() {
    return new OAuthError(
        UNAVAILABLE, "temporarily_unavailable", "Too much is asked at once; try again.", 1);
  }

  static OAuthError tooMany(Duration wait) {
    return new OAuthError(
        TOO_MANY,
        "temporarily_unavailable",
        "Too many requests came from your address; wait, and try again.",
        wait.toSeconds() + 1);
  }

  /** Returns the refusal for one of Parley. */
  static OAuthError of(ParleyException refused) {
    ProblemCode code = refused.problem().code();
    String sentence = String.valueOf(refused.getMessage());
    return code == ProblemCode.INVALID_ARGUMENT
        ? invalidRequest(sentence)
        : new OAuthError(UNAVAILABLE, "temporarily_unavailable", sentence, 1);
  }

  String code() {
    return code;
  }

  String description() {
    return String.valueOf(getMessage());
  }

  int status() {
    return status;
  }

  Response response() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("error", code);
    fields.put("error_description", description());
    Response.ResponseBuilder answer =
        Response.status(status)
            .entity(Json.bytes(fields))
            .type("application/json")
            .header("Cache-Control", "no-store")
            .header("Pragma", "no-cache");
    if (retrySeconds > 0) {
      answer.header("Retry-After", retrySeconds);
    }
    return answer.build();
  }
}
