package dev.parley.message;

/**
 * A message in a backend, with the cursor right after it.
 *
 * @param message the message
 * @param cursor reading after this cursor begins with the next message
 */
public record StoredMessage(Message message, Cursor cursor) {}
