package dev.parley.chat;

import java.util.Optional;

/**
 * A message to send.
 *
 * @param text the text, in Markdown, with the prefix that names the sender
 * @param nonce an id of this message alone: 26 letters and digits. A system that can refuse a
 *     second message of the same nonce uses it, so that a repeat is no second message.
 * @param envelope the structured data; a system without room for it leaves it out
 * @param inReplyTo the id of the message that it answers
 */
public record OutgoingMessage(
    String text, String nonce, Envelope envelope, Optional<String> inReplyTo) {}
