package dev.parley.war.view;

import dev.parley.id.MessageId;
import dev.parley.message.Message;
import dev.parley.war.wire.Timestamps;
import org.jspecify.annotations.Nullable;

/**
 * A message of a room as it is shown.
 *
 * @param verified whether the sender bore its name by right; else it had chosen its name
 */
public record RoomMessageView(
    String id,
    String room,
    long seq,
    String sentAt,
    Speaker from,
    boolean verified,
    String text,
    @Nullable String inReplyTo) {

  /** The sender, and the name under which it is shown: the one it had in the room then. */
  record Speaker(String agent, String nickname) {}

  /** Returns a message as it is shown. */
  public static RoomMessageView of(Message message) {
    return new RoomMessageView(
        message.id().value(),
        message.topic().name(),
        message.seq(),
        Timestamps.iso(message.sentAt()),
        new Speaker(message.sender().agent().value(), message.sender().shownAs()),
        message.sender().isVerified(),
        message.text(),
        message.draft().inReplyTo().map(MessageId::value).orElse(null));
  }
}
