package dev.parley.chat.slack;

import dev.parley.chat.ChatFailure;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.ParleyException;
import dev.parley.problem.Unavailable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * The account of a bot token.
 *
 * @param user the id of the bot as a user
 * @param bot the id of the bot as a bot
 * @param team the id of the workspace
 * @param name the account name
 */
record SlackAccount(String user, String bot, String team, String name) {
  private static final List<String> SCOPES =
      List.of("channels:history", "channels:read", "chat:write", "users:read");
  private static final String CREATING = "channels:manage";
  private static final Duration SOON = Duration.ofSeconds(1);

  /**
   * The account of {@code calls}, whose scopes are checked.
   *
   * @param creates whether it is to make channels
   * @throws ParleyException {@code invalid_argument} where the token is refused or lacks a scope;
   *     {@code unavailable}
   */
  static SlackAccount of(SlackCalls calls, boolean creates) {
    SlackAnswer answer;
    try {
      answer = calls.ask("auth.test", Map.of());
    } catch (ChatFailure failure) {
      throw unavailable(failure);
    }
    if (!answer.isOk()) {
      throw InvalidArgument.refusal(
          "bus", "Slack refused the token of " + SlackTokens.BOT + ": " + answer.reason());
    }
    List<String> needed = new ArrayList<>(SCOPES);
    if (creates) {
      needed.add(CREATING);
    }
    checkScopes(answer.scopes(), needed);
    JsonNode body = answer.body();
    String user = body.path("user_id").asString("");
    return new SlackAccount(
        user,
        body.path("bot_id").asString(""),
        body.path("team_id").asString(""),
        body.path("user").asString(user));
  }

  private static void checkScopes(String named, List<String> needed) {
    Set<String> scopes = new HashSet<>(List.of(named.replace(" ", "").split(",", -1)));
    List<String> missing = needed.stream().filter(scope -> !scopes.contains(scope)).toList();
    if (!named.isEmpty() && !missing.isEmpty()) {
      throw InvalidArgument.refusal(
          "bus",
          "the Slack token of "
              + SlackTokens.BOT
              + " lacks the scope "
              + String.join(", ", missing)
              + "; add it to the app and install the app again");
    }
  }

  /** The refusal of a call that did not reach Slack. */
  static ParleyException unavailable(ChatFailure failure) {
    Duration wait = failure.retryAfter();
    return new ParleyException(new Unavailable("slack", wait.isZero() ? SOON : wait));
  }
}
