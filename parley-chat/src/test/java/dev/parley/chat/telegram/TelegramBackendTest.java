package dev.parley.chat.telegram;

import dev.parley.chat.ChatBackendContract;
import dev.parley.chat.ChatEmulation;
import org.junit.jupiter.api.Tag;

/** The contract of all backends, over an emulated Telegram. */
@Tag("chat")
final class TelegramBackendTest extends ChatBackendContract {
  @Override
  protected ChatEmulation newEmulation() {
    return new TelegramEmulation(TOPICS);
  }
}
