package dev.parley.spi;

import dev.parley.message.Cursor;
import dev.parley.message.Message;

/**
 * A message a backend has, with the position right after it.
 *
 * @param message the message
 * @param cursor reading after this begins with the next one
 */
public record Stored(Message message, Cursor cursor) {}
