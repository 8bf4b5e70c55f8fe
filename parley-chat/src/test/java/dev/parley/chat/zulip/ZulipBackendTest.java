package dev.parley.chat.zulip;

import dev.parley.chat.ChatBackendContract;
import dev.parley.chat.ChatEmulation;
import org.junit.jupiter.api.Tag;

@Tag("chat")
class ZulipBackendTest extends ChatBackendContract {
  @Override
  protected ChatEmulation newEmulation() {
    return new ZulipEmulation();
  }
}
