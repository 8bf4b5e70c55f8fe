package dev.parley.chat.discord;

import dev.parley.chat.ChatEmulation;
import dev.parley.chat.ChatFigures;
import dev.parley.chat.ChatSystem;
import dev.parley.message.TopicName;
import java.util.Optional;

/** The figures over the emulated Discord. */
final class DiscordFigures extends ChatFigures {
  @Override
  protected ChatEmulation newEmulation() {
    return new DiscordEmulation();
  }

  @Override
  protected ChatSystem usualSystem(ChatEmulation emulation) {
    return ((DiscordEmulation) emulation).system("?create=on", DiscordTimes.DEFAULT);
  }

  @Override
  protected void writeFormatted(ChatEmulation emulation, TopicName topic, String person) {
    String mention = "<@" + ((DiscordEmulation) emulation).discord.bot + ">";
    emulation.write(
        topic,
        person,
        "I like **JSON**, " + mention + ": see `parser.ts` & <b>.",
        Optional.empty());
  }
}
