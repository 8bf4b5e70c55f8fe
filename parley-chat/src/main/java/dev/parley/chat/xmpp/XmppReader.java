package dev.parley.chat.xmpp;

import dev.parley.chat.ChatAuthor;
import dev.parley.chat.ChatMessage;
import dev.parley.chat.Envelope;
import dev.parley.spi.Original;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import org.jivesoftware.smack.packet.Message;
import org.jivesoftware.smackx.delay.packet.DelayInformation;
import org.jivesoftware.smackx.mam.element.MamElements.MamResultExtension;
import org.jivesoftware.smackx.sid.element.StanzaIdElement;
import org.jxmpp.jid.EntityBareJid;
import org.jxmpp.jid.Jid;
import org.jxmpp.jid.parts.Resourcepart;

/**
 * Reads the messages of a room: whole new messages of occupants. Subjects, corrections,
 * retractions, reactions and states of typing are none, nor are messages that the room does not
 * archive.
 */
final class XmppReader {
  /** The names of elements that make a message something else than a new one. */
  private static final List<String> OTHER_KINDS =
      List.of(
          "urn:xmpp:message-correct:0",
          "urn:xmpp:message-retract:0",
          "urn:xmpp:message-retract:1",
          "urn:xmpp:message-moderate:0",
          "urn:xmpp:message-moderate:1",
          "urn:xmpp:fasten:0",
          "urn:xmpp:reactions:0",
          "urn:xmpp:chat-markers:0");

  private final EntityBareJid room;
  private final XmppOccupants occupants;

  /** A reader of one room, whose occupants it knows by their nicknames. */
  XmppReader(EntityBareJid room, XmppOccupants occupants) {
    this.room = room;
    this.occupants = occupants;
  }

  /** A message that comes now; empty where it is none to pass on. */
  Optional<ChatMessage> now(Message message, XmppAuthors authors) {
    if (message.hasExtension(DelayInformation.ELEMENT, DelayInformation.NAMESPACE)) {
      return Optional.empty(); // of the history that nobody asked for
    }
    Optional<String> nickname = nickname(message);
    Optional<String> id =
        message.getExtensions(StanzaIdElement.class).stream()
            .filter(given -> room.toString().equals(given.getBy()))
            .map(StanzaIdElement::getId)
            .findFirst();
    return nickname.isEmpty() || id.isEmpty()
        ? Optional.empty()
        : read(message, id.get(), Instant.now(), authors.now(message, nickname.get(), occupants));
  }

  /**
   * A message of the archive; empty where it is none to pass on.
   *
   * @param outer the message in which the archive sends it
   */
  Optional<ChatMessage> archived(Message outer, XmppAuthors authors) {
    Jid sender = outer.getFrom();
    if (sender == null || !sender.equals(room)) {
      return Optional.empty(); // anybody can send what looks like a result
    }
    MamResultExtension result = MamResultExtension.from(outer);
    if (result == null) {
      return Optional.empty();
    }
    Message message = result.getForwarded().getForwardedStanza();
    Optional<String> nickname = nickname(message);
    DelayInformation stamp = result.getForwarded().getDelayInformation();
    Date time = stamp == null ? null : stamp.getStamp();
    return nickname.isEmpty() || time == null
        ? Optional.empty()
        : read(
            message, result.getId(), time.toInstant(), authors.archived(message, nickname.get()));
  }

  private Optional<String> nickname(Message message) {
    Jid from = message.getFrom();
    return from == null
            || message.getType() != Message.Type.groupchat
            || !from.asBareJid().equals(room)
        ? Optional.empty()
        : Optional.ofNullable(from.getResourceOrNull()).map(Resourcepart::toString);
  }

  private static Optional<ChatMessage> read(
      Message message, String id, Instant time, ChatAuthor author) {
    String body = message.getBody();
    boolean isOther = OTHER_KINDS.stream().anyMatch(message::hasExtension);
    if (body == null
        || body.isEmpty()
        || isOther
        || id.isEmpty()
        || id.length() > Original.MAX_ID) {
      return Optional.empty();
    }
    Optional<Envelope> envelope =
        author.isParley()
            ? Optional.ofNullable(message.getExtension(XmppEnvelopes.NAME))
                .flatMap(XmppEnvelopes::read)
            : Optional.empty();
    return Optional.of(
        new ChatMessage(
            new Original(id, time.truncatedTo(ChronoUnit.MILLIS)),
            author,
            XmppReplies.text(message, body),
            envelope,
            XmppReplies.answered(message)));
  }
}
