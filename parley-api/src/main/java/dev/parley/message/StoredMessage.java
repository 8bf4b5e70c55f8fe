package dev.parley.message;

/**
 * A message a backend has, with the position right after it.
 *
 * @param message the message
 * @param cursor reading after this begins with the next one
 */
public record StoredMessage(Message message, Cursor cursor) {}
