package dev.parley.chat.zulip;

import dev.parley.chat.ChatBackendProvider;
import dev.parley.chat.ChatSecrets;
import dev.parley.chat.ChatSystem;
import java.net.URI;

/**
 * Provides backends for {@code zulip://bot@host/channel}. The e-mail of the bot is {@code
 * bot@host}, unless the option {@code email} has another; its API key is the secret {@code
 * PARLEY_ZULIP_KEY}.
 *
 * <p>Further options: {@code trusted=12,34}, the user ids of the bots of other Parleys; {@code
 * tls=off} for a server on this machine.
 */
public final class ZulipBackendProvider extends ChatBackendProvider {
  /** The variable of the API key. */
  static final String KEY = "PARLEY_ZULIP_KEY";

  /** A provider for the scheme {@code zulip}. */
  public ZulipBackendProvider() {
    super("zulip");
  }

  @Override
  protected ChatSystem system(URI address, ChatSecrets secrets) {
    return new ZulipChat(ZulipAddress.of(address), secrets.get(KEY), ZulipChat.FIRST_WAIT);
  }

  @Override
  protected boolean isRoomInPath() {
    return false;
  }
}
