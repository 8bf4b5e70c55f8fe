package dev.parley.chat.telegram;

import dev.parley.chat.ChatAddress;
import dev.parley.message.TopicName;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The chats that the address names. The id of a room is that of the chat when this Parley logged
 * in; a group that becomes a supergroup has another id from then on, and the room keeps its own.
 */
final class TelegramRooms {
  private static final System.Logger LOG = System.getLogger(TelegramRooms.class.getName());

  private final ChatAddress address;

  /** The ids of rooms by the values in the address, which may be @names. */
  private final Map<String, String> byValue;

  /** The ids of supergroups by the ids of the rooms whose groups they were. */
  private final Map<String, String> moved = new ConcurrentHashMap<>();

  TelegramRooms(ChatAddress address, Map<String, String> byValue) {
    this.address = address;
    this.byValue = Map.copyOf(byValue);
  }

  /** The room of a topic. */
  Optional<String> roomOf(TopicName topic) {
    return address.roomOf(topic).map(byValue::get);
  }

  /** The topic of a room. */
  Optional<TopicName> topicOf(String room) {
    return byValue.entrySet().stream()
        .filter(entry -> entry.getValue().equals(room))
        .flatMap(entry -> address.topicOf(entry.getKey()).stream())
        .findFirst();
  }

  /** The room that a chat carries. */
  Optional<String> roomOfChat(String chat) {
    if (byValue.containsValue(chat)) {
      return Optional.of(chat);
    }
    return moved.entrySet().stream()
        .filter(entry -> entry.getValue().equals(chat))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  /** The chat that carries a room now. */
  String chatOf(String room) {
    return moved.getOrDefault(room, room);
  }

  /** Returns true if a room carries presence. */
  boolean isPresence(String room) {
    return address.option("presence").map(byValue::get).filter(room::equals).isPresent();
  }

  /** Takes note that a group has become a supergroup. */
  void move(String group, String supergroup) {
    roomOfChat(group)
        .filter(room -> !supergroup.equals(room))
        .filter(room -> !supergroup.equals(moved.put(room, supergroup)))
        .ifPresent(
            room ->
                LOG.log(
                    System.Logger.Level.WARNING,
                    "The group {0} is the supergroup {1} now; messages go there. Put {2}={1} into"
                        + " the address.",
                    group,
                    supergroup,
                    optionOf(room)));
  }

  /** The option that names a room. */
  private String optionOf(String room) {
    if (isPresence(room)) {
      return "presence";
    }
    return address.rooms().entrySet().stream()
        .filter(entry -> room.equals(byValue.get(entry.getValue())))
        .map(entry -> "room." + entry.getKey())
        .findFirst()
        .orElse("room.NAME");
  }
}
