package dev.parley.chat.telegram;

import dev.parley.chat.ChatConnection;
import dev.parley.chat.ChatFailure;
import dev.parley.chat.ChatMessage;
import dev.parley.chat.OutgoingMessage;
import dev.parley.id.WorkspaceId;
import dev.parley.message.TopicName;
import dev.parley.problem.InvalidArgument;
import dev.parley.spi.Original;
import java.util.List;
import java.util.Optional;

/** A bot that is logged in and polls. */
final class TelegramConnection implements ChatConnection {
  private final TelegramSender sender;
  private final TelegramRooms rooms;
  private final TelegramPoller poller;

  TelegramConnection(TelegramSender sender, TelegramLogin login, TelegramPoller poller) {
    this.sender = sender;
    this.rooms = login.rooms();
    this.poller = poller;
  }

  @Override
  public Optional<String> find(TopicName topic) {
    return rooms.roomOf(topic);
  }

  @Override
  public Optional<TopicName> topicOf(String room) {
    return rooms.topicOf(room);
  }

  /** {@inheritDoc} A bot makes no chats, so only those of the address are there. */
  @Override
  public String open(TopicName topic) {
    return rooms
        .roomOf(topic)
        .orElseThrow(
            () ->
                ChatFailure.refused(
                    "bots make no chats; add " + option(topic) + "=CHAT to the address"));
  }

  private static String option(TopicName topic) {
    if (topic.kind() == TopicName.Kind.PRESENCE) {
      return "presence";
    }
    boolean isDefault = topic.workspace().equals(WorkspaceId.DEFAULT);
    return "room." + (isDefault ? "" : topic.workspace() + "/") + topic.name();
  }

  @Override
  public Original send(String room, OutgoingMessage message) {
    try {
      return sender.send(room, message);
    } catch (ChatFailure failure) {
      if (failure.kind() == ChatFailure.Kind.UNKNOWN && !rooms.isPresence(room)) {
        // There is no history to look into, and the caller would send the message once more.
        throw InvalidArgument.refusal(
            "room",
            "telegram did not answer, so the message may be in the chat; look there before you"
                + " post it again");
      }
      throw failure;
    }
  }

  /** {@inheritDoc} There is none: what came is in the log. */
  @Override
  public List<ChatMessage> history(String room, Optional<Original> after, int limit) {
    return List.of();
  }

  @Override
  public boolean hasHistory() {
    return false;
  }

  @Override
  public boolean echoes() {
    return false;
  }

  @Override
  public boolean isReachable() {
    return poller.isReachable();
  }

  @Override
  public void close() {
    poller.close();
  }
}
