/**
 * Durable rooms in chat systems: the part that all of them have in common. Each system is a package
 * below this one and implements {@link dev.parley.chat.ChatSystem}.
 *
 * <p>Safe for any thread.
 */
@NullMarked
package dev.parley.chat;

import org.jspecify.annotations.NullMarked;
