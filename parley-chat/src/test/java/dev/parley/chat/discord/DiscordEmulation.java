package dev.parley.chat.discord;

import dev.parley.chat.ChatEmulation;
import dev.parley.chat.ChatSystem;
import dev.parley.chat.RoomNames;
import dev.parley.chat.emulator.Faults;
import dev.parley.message.TopicName;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The guild of {@link DiscordEmulator}, in which the bot may make channels. */
final class DiscordEmulation implements ChatEmulation {
  static final DiscordTimes QUICK =
      new DiscordTimes(
          Duration.ofSeconds(5),
          Duration.ofSeconds(10),
          Duration.ofMillis(20),
          Duration.ofMillis(500),
          Duration.ofMillis(50),
          Duration.ofMillis(100));

  final DiscordEmulator discord = new DiscordEmulator();

  @Override
  public ChatSystem system() {
    return system("?create=on");
  }

  /** A login by the options of an address. */
  ChatSystem system(String options) {
    return system(options, QUICK);
  }

  ChatSystem system(String options, DiscordTimes times) {
    DiscordAddress address = DiscordAddress.of(URI.create("discord://" + discord.guild + options));
    return new DiscordChat(address, discord.base(), DiscordEmulator.TOKEN, times);
  }

  /** The channel of a topic, which is made where absent. */
  DiscordEmulatorChannel channel(TopicName topic) {
    return discord.named(RoomNames.of(topic, 100));
  }

  @Override
  public String write(TopicName topic, String person, String text, Optional<String> inReplyTo) {
    synchronized (discord) {
      DiscordEmulatorChannel channel = channel(topic);
      ObjectNode message = discord.message(channel, discord.person(person), text);
      inReplyTo.ifPresent(id -> DiscordEmulator.reply(message, id, channel));
      return discord.say(channel, message);
    }
  }

  @Override
  public List<Seen> room(TopicName topic) {
    synchronized (discord) {
      return channel(topic).messages.values().stream()
          .filter(DiscordMessages::isSaid)
          .map(DiscordEmulation::seen)
          .toList();
    }
  }

  private static Seen seen(JsonNode message) {
    return new Seen(
        message.path("id").asString(""),
        message.path("author").path("username").asString(""),
        message.path("content").asString(""),
        Optional.of(message.path("message_reference").path("message_id").asString(""))
            .filter(id -> !id.isEmpty()));
  }

  @Override
  public void cut() {
    discord.gateway.cut();
  }

  @Override
  public void away(boolean isAway) {
    discord.away(isAway);
  }

  @Override
  public Faults faults() {
    return discord.faults;
  }

  @Override
  public void close() {
    discord.close();
  }
}
