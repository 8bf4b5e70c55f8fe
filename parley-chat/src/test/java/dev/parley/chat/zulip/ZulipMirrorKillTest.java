package dev.parley.chat.zulip;

import dev.parley.chat.ChatEmulation;
import dev.parley.chat.MirrorKillContract;
import java.net.URI;
import java.util.Map;

final class ZulipMirrorKillTest extends MirrorKillContract {
  @Override
  protected ChatEmulation emulation() {
    return new ZulipEmulation();
  }

  @Override
  protected URI address(ChatEmulation emulation) {
    return ((ZulipEmulation) emulation).address("");
  }

  @Override
  protected Map<String, String> secrets(ChatEmulation emulation) {
    return Map.of(ZulipBackendProvider.KEY, ((ZulipEmulation) emulation).bot.key());
  }
}
