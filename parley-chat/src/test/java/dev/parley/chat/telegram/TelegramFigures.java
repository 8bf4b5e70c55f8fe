package dev.parley.chat.telegram;

import dev.parley.chat.ChatEmulation;
import dev.parley.chat.ChatFigures;
import dev.parley.chat.ChatSecrets;
import dev.parley.chat.ChatSystem;
import dev.parley.message.TopicName;
import java.net.URI;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;

/** The figures over the emulated Telegram. */
final class TelegramFigures extends ChatFigures {
  private static final String MENTION = "@" + TelegramEmulator.BOT;
  private static final String LINE = "I like JSON, " + MENTION + ": see parser.ts & <b>.";

  @Override
  protected ChatEmulation newEmulation() {
    return new TelegramEmulation(TOPICS);
  }

  @Override
  protected ChatSystem usualSystem(ChatEmulation emulation) {
    Map<String, String> secrets = Map.of(TelegramBackendProvider.TOKEN, TelegramEmulator.TOKEN);
    return new TelegramBackendProvider()
        .system(
            URI.create(((TelegramEmulation) emulation).address()), new ChatSecrets(secrets::get));
  }

  @Override
  protected void writeFormatted(ChatEmulation emulation, TopicName topic, String person) {
    TelegramEmulation telegram = (TelegramEmulation) emulation;
    telegram
        .emulator()
        .deliver(
            telegram.chat(topic),
            person,
            message -> {
              ArrayNode entities = message.put("text", LINE).putArray("entities");
              add(entities, "bold", "JSON");
              add(entities, "mention", MENTION);
              add(entities, "code", "parser.ts");
            });
  }

  private static void add(ArrayNode entities, String type, String words) {
    entities
        .addObject()
        .put("type", type)
        .put("offset", LINE.indexOf(words))
        .put("length", words.length());
  }
}
