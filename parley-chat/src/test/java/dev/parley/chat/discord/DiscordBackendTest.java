package dev.parley.chat.discord;

import dev.parley.chat.ChatBackendContract;
import dev.parley.chat.ChatEmulation;
import org.junit.jupiter.api.Tag;

@Tag("chat")
final class DiscordBackendTest extends ChatBackendContract {
  @Override
  protected ChatEmulation newEmulation() {
    return new DiscordEmulation();
  }
}
