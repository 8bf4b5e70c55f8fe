package dev.parley.message;

import dev.parley.id.MessageId;
import dev.parley.id.RoomName;
import java.time.Instant;

/**
 * The hub's word that a message has its place and will be delivered.
 *
 * @param room the room it was posted to
 * @param seq its position there
 * @param messageId its name
 * @param sentAt when the hub took it
 */
public record Receipt(RoomName room, long seq, MessageId messageId, Instant sentAt) {}
