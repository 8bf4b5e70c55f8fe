/** The backend of Telegram against an emulator of the Bot API. */
@NullMarked
package dev.parley.chat.telegram;

import org.jspecify.annotations.NullMarked;
