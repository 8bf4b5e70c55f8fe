package dev.parley.chat.slack;

import dev.parley.chat.ChatAddress;
import dev.parley.chat.ChatBackendProvider;
import dev.parley.chat.ChatSecrets;
import dev.parley.chat.ChatSystem;
import java.net.URI;
import java.util.Set;

/**
 * Makes the backend of addresses as {@code slack://team?room.planning=C0123456789&create=on}. The
 * workspace is the one in which the app is installed, so the host counts for nothing. The tokens
 * are in {@code PARLEY_SLACK_TOKEN} and {@code PARLEY_SLACK_APP_TOKEN}.
 */
public final class SlackBackendProvider extends ChatBackendProvider {
  private static final Set<String> OPTIONS = Set.of(SlackChat.CREATE, SlackChat.TRUSTED);

  private final URI api;
  private final SlackTimes times;

  /** The provider of Slack itself. */
  public SlackBackendProvider() {
    this(URI.create("https://slack.com/api"), SlackTimes.DEFAULT);
  }

  /** The provider of a system with the Web API at another address. */
  SlackBackendProvider(URI api, SlackTimes times) {
    super("slack");
    this.api = api;
    this.times = times;
  }

  @Override
  protected ChatSystem system(URI address, ChatSecrets secrets) {
    return new SlackChat(ChatAddress.of(address, OPTIONS), SlackTokens.of(secrets), api, times);
  }
}
