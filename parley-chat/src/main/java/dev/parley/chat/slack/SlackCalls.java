package dev.parley.chat.slack;

import dev.parley.chat.ChatFailure;
import dev.parley.chat.http.ChatAnswer;
import dev.parley.chat.http.ChatHttp;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Calls to Slack's Web API with one token. All of them are forms: reading methods take no JSON. */
final class SlackCalls {
  private static final System.Logger LOG = System.getLogger(SlackCalls.class.getName());
  private static final int TOO_MANY = 429;
  private static final int SERVER_ERRORS = 500;

  /** The token or the account is no longer valid. */
  private static final Set<String> NO_LOGIN =
      Set.of(
          "invalid_auth",
          "not_authed",
          "account_inactive",
          "token_revoked",
          "token_expired",
          "user_removed_from_team",
          "team_disabled");

  private static final Set<String> LIMITED = Set.of("ratelimited", "rate_limited");

  /** Slack did nothing and may do it later. */
  private static final Set<String> NOT_NOW =
      Set.of("service_unavailable", "request_timeout", "team_added_to_org", "org_login_required");

  /** Slack failed, perhaps after it had done something. */
  private static final Set<String> BROKEN = Set.of("internal_error", "fatal_error");

  private final ChatHttp http;
  private final String variable;
  private volatile boolean isLoginRefused;

  /**
   * Calls with a token.
   *
   * @param base the address of the methods, without a slash at its end
   * @param variable the environment variable of the token, for the log
   */
  SlackCalls(String base, String token, String variable, Duration timeout) {
    this.http = new ChatHttp(base, Map.of("Authorization", "Bearer " + token), timeout);
    this.variable = variable;
  }

  /** The client, for a WebSocket. */
  HttpClient client() {
    return http.client();
  }

  /** Returns true if an error means that the token or its account is no longer valid. */
  static boolean isNoLogin(String error) {
    return NO_LOGIN.contains(error);
  }

  /** Returns true if Slack refused the token the last time. */
  boolean isLoginRefused() {
    return isLoginRefused;
  }

  /** The document of a method that only reads. */
  JsonNode read(String method, Map<String, String> fields) {
    return ask(method, fields).document();
  }

  /** The answer of a method that only reads, or that may be repeated without harm. */
  SlackAnswer ask(String method, Map<String, String> fields) {
    return call(method, fields, false);
  }

  /** The answer of a method that changes something. */
  SlackAnswer change(String method, Map<String, String> fields) {
    return call(method, fields, true);
  }

  private SlackAnswer call(String method, Map<String, String> fields, boolean changes) {
    ChatAnswer answer = http.postForm("/" + method, fields, changes);
    if (answer.status() == TOO_MANY || answer.status() >= SERVER_ERRORS) {
      throw answer.failure(Duration.ZERO, changes, method);
    }
    JsonNode body = answer.body();
    if (body == null || !body.path("ok").isBoolean()) {
      String message = method + ": the answer with status " + answer.status() + " is not of Slack";
      throw answer.isOk() && changes
          ? ChatFailure.unknown(message, null)
          : ChatFailure.unreachable(message, null);
    }
    String error = body.path("ok").asBoolean(false) ? "" : body.path("error").asString("unknown");
    throwIfPassing(answer, error, changes);
    noteLogin(error);
    return new SlackAnswer(body, error, answer.headers().firstValue("X-OAuth-Scopes").orElse(""));
  }

  private static void throwIfPassing(ChatAnswer answer, String error, boolean changes) {
    if (LIMITED.contains(error)) {
      throw ChatFailure.rateLimited(answer.retryAfter(Duration.ZERO));
    }
    if (NOT_NOW.contains(error) || (BROKEN.contains(error) && !changes)) {
      throw ChatFailure.unreachable(error, null);
    }
    if (BROKEN.contains(error)) {
      throw ChatFailure.unknown(error, null);
    }
  }

  private void noteLogin(String error) {
    boolean isRefused = isNoLogin(error);
    if (isRefused && !isLoginRefused) {
      LOG.log(
          System.Logger.Level.ERROR,
          "Slack refuses the token of {0}: {1}. Renew it and restart Parley.",
          variable,
          error);
    }
    isLoginRefused = isRefused;
  }
}
