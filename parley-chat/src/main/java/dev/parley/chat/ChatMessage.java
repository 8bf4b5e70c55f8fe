package dev.parley.chat;

import dev.parley.spi.Original;
import java.util.Optional;

/**
 * A message of a chat system.
 *
 * @param original its id and time there
 * @param author who wrote it
 * @param text its text as a person reads it, in the Markdown that agents write
 * @param envelope the structured data of a Parley, {@link OutgoingMessage#envelope}; only of
 *     messages that a trusted account wrote
 * @param inReplyTo the id of the message that it answers
 */
public record ChatMessage(
    Original original,
    ChatAuthor author,
    String text,
    Optional<Envelope> envelope,
    Optional<String> inReplyTo) {}
