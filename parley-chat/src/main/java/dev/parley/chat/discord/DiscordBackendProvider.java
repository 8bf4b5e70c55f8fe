package dev.parley.chat.discord;

import dev.parley.chat.ChatBackendProvider;
import dev.parley.chat.ChatSecrets;
import dev.parley.chat.ChatSystem;
import java.net.URI;

/**
 * Makes the backend of {@code discord://GUILD_ID}. The options are {@code create=on}, which lets it
 * make channels, and {@code trusted=ID,ID}, the accounts of other Parleys. The token of the bot is
 * in the variable {@value #TOKEN}.
 */
public final class DiscordBackendProvider extends ChatBackendProvider {
  static final String TOKEN = "PARLEY_DISCORD_TOKEN";

  private static final String BASE = "https://discord.com/api/v10";

  private final String base;
  private final DiscordTimes times;

  /** The provider of {@code discord://}. */
  public DiscordBackendProvider() {
    this(BASE, DiscordTimes.DEFAULT);
  }

  /** The provider for a system elsewhere. */
  DiscordBackendProvider(String base, DiscordTimes times) {
    super("discord");
    this.base = base;
    this.times = times;
  }

  @Override
  protected ChatSystem system(URI address, ChatSecrets secrets) {
    return new DiscordChat(DiscordAddress.of(address), base, secrets.get(TOKEN), times);
  }
}
