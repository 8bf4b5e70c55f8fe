package dev.parley.chat.xmpp;

import dev.parley.chat.ChatAddress;
import dev.parley.chat.ChatConnection;
import dev.parley.chat.ChatFailure;
import dev.parley.chat.ChatListener;
import dev.parley.chat.ChatSecrets;
import dev.parley.chat.ChatSystem;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.ParleyException;
import dev.parley.problem.Unavailable;
import java.net.URI;
import java.time.Duration;

/**
 * The group chats of an XMPP server. The rooms need a message archive (XEP-0313) and have to show
 * the accounts of people, or ids for them (XEP-0421). Edits, retractions and reactions change
 * nothing here.
 */
final class XmppChat implements ChatSystem {
  private static final Duration RETRY = Duration.ofSeconds(1);

  /** Each unit may take 12 bytes, and servers take stanzas of 256 KiB. */
  private static final int MAX_TEXT = 10_000;

  private final ChatAddress address;
  private final XmppSettings settings;
  private final XmppTuning tuning;

  private XmppChat(ChatAddress address, XmppSettings settings, XmppTuning tuning) {
    this.address = address;
    this.settings = settings;
    this.tuning = tuning;
  }

  /** The system behind an address. */
  static XmppChat of(URI uri, ChatSecrets secrets) {
    return of(uri, secrets, XmppTuning.DEFAULT);
  }

  /** The system behind an address, with times and names of its own. */
  static XmppChat of(URI uri, ChatSecrets secrets, XmppTuning tuning) {
    ChatAddress address = XmppAddress.of(uri);
    return new XmppChat(address, XmppAddress.settings(address, secrets), tuning);
  }

  @Override
  public String name() {
    return "xmpp";
  }

  @Override
  public int maxText() {
    return MAX_TEXT;
  }

  @Override
  public boolean hasEnvelopes() {
    return true;
  }

  @Override
  public ChatConnection connect(ChatListener listener) {
    XmppConnection connection = new XmppConnection(address, settings, tuning, listener);
    try {
      connection.open();
      return connection;
    } catch (ChatFailure failure) {
      throw failure.kind() == ChatFailure.Kind.REFUSED
          ? InvalidArgument.refusal("bus", String.valueOf(failure.getMessage()))
          : new ParleyException(new Unavailable(name(), RETRY));
    }
  }

  @Override
  public String toString() {
    return "xmpp " + settings;
  }
}
