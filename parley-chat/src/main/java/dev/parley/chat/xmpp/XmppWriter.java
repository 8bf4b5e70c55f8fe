package dev.parley.chat.xmpp;

import dev.parley.chat.OutgoingMessage;
import java.util.Optional;
import org.jivesoftware.smack.packet.Message;
import org.jivesoftware.smack.packet.MessageBuilder;
import org.jivesoftware.smack.packet.StanzaBuilder;
import org.jivesoftware.smackx.sid.element.OriginIdElement;
import org.jxmpp.jid.EntityBareJid;

/** Writes messages to rooms. */
final class XmppWriter {
  private static final String MARK = "**";

  private XmppWriter() {}

  /**
   * A message whose id is its nonce.
   *
   * @param answered the occupant whose message it answers, where it is known
   */
  static Message of(EntityBareJid room, OutgoingMessage message, Optional<String> answered) {
    MessageBuilder stanza =
        StanzaBuilder.buildMessage(message.nonce())
            .to(room)
            .ofType(Message.Type.groupchat)
            .addExtension(new XmppBody(plain(message.text())))
            .addExtension(new OriginIdElement(message.nonce()))
            .addExtension(XmppEnvelopes.of(message.envelope()));
    message.inReplyTo().ifPresent(id -> stanza.addExtension(XmppReplies.to(id, answered)));
    return stanza.build();
  }

  /** The text without the marks around the prefix, which clients show as they are. */
  static String plain(String text) {
    int end = text.indexOf(":" + MARK + " ");
    return text.startsWith(MARK) && end > 0
        ? text.substring(MARK.length(), end + 1) + text.substring(end + 1 + MARK.length())
        : text;
  }
}
