package dev.parley.chat.discord;

import dev.parley.chat.ChatConnection;
import dev.parley.chat.ChatFailure;
import dev.parley.chat.ChatMessage;
import dev.parley.chat.OutgoingMessage;
import dev.parley.message.TopicName;
import dev.parley.spi.Original;
import java.util.List;
import java.util.Optional;

/** A bot that is logged in. */
final class DiscordConnection implements ChatConnection {
  private final DiscordApi api;
  private final DiscordGateway gateway;
  private final DiscordRooms rooms;
  private final DiscordHistory history;
  private final DiscordAddress address;

  DiscordConnection(
      DiscordApi api,
      DiscordGateway gateway,
      DiscordRooms rooms,
      DiscordMessages messages,
      DiscordAddress address) {
    this.api = api;
    this.gateway = gateway;
    this.rooms = rooms;
    this.history = new DiscordHistory(api, messages);
    this.address = address;
  }

  @Override
  public Optional<String> find(TopicName topic) {
    return rooms.find(topic);
  }

  @Override
  public Optional<TopicName> topicOf(String room) {
    return address.rooms().topicOf(room);
  }

  @Override
  public String open(TopicName topic) {
    return rooms.open(topic);
  }

  @Override
  public Original send(String room, OutgoingMessage message) {
    String id = DiscordGuild.id(api.send(room, DiscordMessages.write(message)));
    if (!DiscordSnowflake.isOne(id)) {
      throw ChatFailure.unknown("the answer has no id", null);
    }
    return DiscordSnowflake.original(id);
  }

  @Override
  public List<ChatMessage> history(String room, Optional<Original> after, int limit) {
    return history.read(room, after, limit);
  }

  @Override
  public boolean hasHistory() {
    return true;
  }

  @Override
  public boolean echoes() {
    return true;
  }

  @Override
  public boolean isReachable() {
    return !api.isRevoked() && gateway.isOpen();
  }

  @Override
  public void close() {
    api.close();
    gateway.close();
  }
}
