package dev.parley.chat.xmpp;

import dev.parley.spi.Original;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.jivesoftware.smack.packet.ExtensionElement;
import org.jivesoftware.smack.packet.Message;
import org.jivesoftware.smack.packet.StandardExtensionElement;
import org.jspecify.annotations.Nullable;

/**
 * Replies by XEP-0461. The quotation in front of one, which XEP-0428 marks for clients that know no
 * replies, is not part of its text.
 */
final class XmppReplies {
  private static final String REPLY = "reply";
  private static final String REPLIES = "urn:xmpp:reply:0";
  private static final QName NAME = new QName(REPLIES, REPLY);
  private static final QName FALLBACK = new QName("urn:xmpp:fallback:0", "fallback");

  private XmppReplies() {}

  /** The element that says which message is answered. */
  static StandardExtensionElement to(String id, Optional<String> author) {
    StandardExtensionElement.Builder reply =
        StandardExtensionElement.builder(REPLY, REPLIES).addAttribute("id", id);
    author.ifPresent(occupant -> reply.addAttribute("to", occupant));
    return reply.build();
  }

  /** The id of the message that {@code message} answers. */
  static Optional<String> answered(Message message) {
    return Optional.ofNullable(message.getExtension(NAME))
        .filter(StandardExtensionElement.class::isInstance)
        .map(reply -> ((StandardExtensionElement) reply).getAttributeValue("id"))
        .filter(id -> !id.isEmpty() && id.length() <= Original.MAX_ID);
  }

  /** The text of a message without the quotation that stands for a reply. */
  static String text(Message message, String body) {
    if (answered(message).isEmpty()) {
      return body;
    }
    return message.getExtensions(FALLBACK).stream()
        .filter(XmppReplies::isOfReply)
        .map(fallback -> ((StandardExtensionElement) fallback).getFirstElement("body"))
        .map(range -> range == null ? body : without(range, body))
        .findFirst()
        .orElse(body);
  }

  private static boolean isOfReply(ExtensionElement element) {
    return element instanceof StandardExtensionElement fallback
        && REPLIES.equals(fallback.getAttributeValue("for"));
  }

  /** The range is counted in code points; without numbers it is the whole text. */
  private static String without(StandardExtensionElement range, String body) {
    try {
      int length = body.codePointCount(0, body.length());
      int start = number(range.getAttributeValue("start"), 0);
      int end = Math.min(number(range.getAttributeValue("end"), length), length);
      if (start < 0 || start > end || (start == 0 && end == length)) {
        return body;
      }
      int from = body.offsetByCodePoints(0, start);
      return body.substring(0, from) + body.substring(body.offsetByCodePoints(0, end));
    } catch (NumberFormatException wrong) {
      return body;
    }
  }

  private static int number(@Nullable String text, int absent) {
    return text == null ? absent : Integer.parseInt(text);
  }
}
