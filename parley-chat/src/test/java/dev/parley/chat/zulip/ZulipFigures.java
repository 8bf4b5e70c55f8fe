package dev.parley.chat.zulip;

import dev.parley.chat.ChatEmulation;
import dev.parley.chat.ChatFigures;
import dev.parley.chat.ChatSystem;
import dev.parley.message.TopicName;
import java.util.Optional;

/** The figures over the emulated Zulip. */
class ZulipFigures extends ChatFigures {
  @Override
  protected ChatEmulation newEmulation() {
    return new ZulipEmulation();
  }

  @Override
  protected ChatSystem usualSystem(ChatEmulation emulation) {
    ZulipEmulation zulip = (ZulipEmulation) emulation;
    return ZulipEmulation.system(zulip.address(""), zulip.bot.key());
  }

  @Override
  protected void writeFormatted(ChatEmulation emulation, TopicName topic, String person) {
    String mention = "@**" + ((ZulipEmulation) emulation).bot.name() + "**";
    emulation.write(
        topic,
        person,
        "I like **JSON**, " + mention + ": see `parser.ts` & <b>.",
        Optional.empty());
  }
}
