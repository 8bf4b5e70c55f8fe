package dev.parley.chat.slack;

import dev.parley.chat.ChatSecrets;
import dev.parley.problem.InvalidArgument;

/**
 * The two tokens of a Slack app.
 *
 * @param bot the token of the bot, for the Web API
 * @param app the token of the app, for Socket Mode
 */
record SlackTokens(String bot, String app) {
  /** The environment variable of the token of the bot. */
  static final String BOT = "PARLEY_SLACK_TOKEN";

  /** The environment variable of the token of the app. */
  static final String APP = "PARLEY_SLACK_APP_TOKEN";

  /**
   * The tokens among {@code secrets}.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} where one is missing or is
   *     of another kind
   */
  static SlackTokens of(ChatSecrets secrets) {
    return new SlackTokens(token(secrets, BOT, "xoxb-"), token(secrets, APP, "xapp-"));
  }

  private static String token(ChatSecrets secrets, String variable, String beginning) {
    String token = secrets.get(variable);
    if (!token.startsWith(beginning)) {
      throw InvalidArgument.refusal(
          "bus", "the token of " + variable + " has to begin with " + beginning);
    }
    return token;
  }

  @Override
  public String toString() {
    return "SlackTokens";
  }
}
