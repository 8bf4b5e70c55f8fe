/**
 * Rooms in the chats of Telegram, by a bot. Start with {@link
 * dev.parley.chat.telegram.TelegramBackendProvider}.
 *
 * <p>Telegram has no history for bots: the log in the database is the history, and an update is
 * confirmed only after its message is stored.
 *
 * <p>Safe for any thread. One thread of its own polls for updates.
 */
@NullMarked
package dev.parley.chat.telegram;

import org.jspecify.annotations.NullMarked;
