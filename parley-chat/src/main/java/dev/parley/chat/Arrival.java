package dev.parley.chat;

import dev.parley.message.Sender;
import dev.parley.spi.Original;
import java.util.Optional;

/**
 * A whole message that came from a chat system.
 *
 * @param original the message there; of several parts, the last one
 * @param sender who said it
 * @param text what was said
 * @param inReplyTo the id of the message there that it answers
 */
record Arrival(Original original, Sender sender, String text, Optional<String> inReplyTo) {}
