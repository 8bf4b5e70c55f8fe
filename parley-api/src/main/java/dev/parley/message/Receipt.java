package dev.parley.message;

import dev.parley.id.MessageId;
import dev.parley.id.RoomName;
import java.time.Instant;

/**
 * The server's confirmation that a message has its number and will be delivered.
 *
 * @param room the room it was posted to
 * @param seq its number there
 * @param messageId its id
 * @param sentAt the time the server accepted it
 */
public record Receipt(RoomName room, long seq, MessageId messageId, Instant sentAt) {}
