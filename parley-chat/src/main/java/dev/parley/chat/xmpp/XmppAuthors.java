package dev.parley.chat.xmpp;

import dev.parley.chat.ChatAuthor;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.jivesoftware.smack.packet.Message;
import org.jivesoftware.smack.packet.StandardExtensionElement;
import org.jivesoftware.smack.packet.Stanza;
import org.jivesoftware.smackx.muc.packet.MUCUser;
import org.jxmpp.jid.BareJid;
import org.jxmpp.jid.parts.Localpart;

/**
 * The authors of messages. In a room that shows accounts, an author is the account: by its name
 * alone where it is one of this server. In another room it is the id that the room gives an account
 * for all its nicknames.
 */
final class XmppAuthors {
  private static final QName OCCUPANT = new QName("urn:xmpp:occupant-id:0", "occupant-id");

  private final XmppSettings settings;
  private final boolean showsAccounts;
  private final String ownId;

  /**
   * The authors of a room.
   *
   * @param showsAccounts whether everybody in it may see the accounts
   * @param ownId the id that the room gives this account; empty for none
   */
  XmppAuthors(XmppSettings settings, boolean showsAccounts, String ownId) {
    this.settings = settings;
    this.showsAccounts = showsAccounts;
    this.ownId = ownId;
  }

  /** The author of a message that comes now. */
  ChatAuthor now(Message message, String nickname, XmppOccupants occupants) {
    return showsAccounts
        ? account(nickname, occupants.account(nickname))
        : occupant(message, nickname);
  }

  /** The author of a message of the archive, in which the room notes the account. */
  ChatAuthor archived(Message message, String nickname) {
    if (!showsAccounts) {
      return occupant(message, nickname);
    }
    // A sender may have put one in too; the room puts its own behind it.
    List<MUCUser> users = message.getExtensions(MUCUser.class);
    return account(
        nickname,
        users.isEmpty()
            ? Optional.empty()
            : Optional.ofNullable(users.get(users.size() - 1).getItem())
                .flatMap(item -> Optional.ofNullable(item.getJid()))
                .map(jid -> jid.asBareJid()));
  }

  private ChatAuthor account(String nickname, Optional<BareJid> account) {
    if (account.isEmpty()) {
      return new ChatAuthor("nick/" + nickname, nickname, false);
    }
    BareJid jid = account.get();
    Localpart local = jid.getLocalpartOrNull();
    boolean isHere = local != null && jid.getDomain().equals(settings.account().getDomain());
    return new ChatAuthor(
        isHere ? String.valueOf(local) : jid.toString(), nickname, settings.isParley(jid));
  }

  private ChatAuthor occupant(Message message, String nickname) {
    String id = occupantId(message);
    return id.isEmpty()
        ? new ChatAuthor("nick/" + nickname, nickname, false)
        : new ChatAuthor("occupant/" + id, nickname, id.equals(ownId));
  }

  /** The id of an occupant in a message or presence of a room; empty where it has none. */
  static String occupantId(Stanza stanza) {
    return Optional.ofNullable(stanza.getExtension(OCCUPANT))
        .filter(StandardExtensionElement.class::isInstance)
        .map(element -> ((StandardExtensionElement) element).getAttributeValue("id"))
        .orElse("");
  }
}
