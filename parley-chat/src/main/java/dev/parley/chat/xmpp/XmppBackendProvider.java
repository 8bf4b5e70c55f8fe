package dev.parley.chat.xmpp;

import dev.parley.chat.ChatBackendProvider;
import dev.parley.chat.ChatSecrets;
import dev.parley.chat.ChatSystem;
import java.net.URI;

/**
 * The provider of {@code xmpp://account@domain/group-chat-service}. The password of the account is
 * in {@code PARLEY_XMPP_PASSWORD}.
 */
public final class XmppBackendProvider extends ChatBackendProvider {

  /** Makes the provider. */
  public XmppBackendProvider() {
    super("xmpp");
  }

  @Override
  protected ChatSystem system(URI address, ChatSecrets secrets) {
    return XmppChat.of(address, secrets);
  }

  @Override
  protected boolean isRoomInPath() {
    return false;
  }
}
