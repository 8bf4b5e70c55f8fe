package dev.parley.chat.zulip;

import dev.parley.chat.ChatAddress;
import dev.parley.engine.concurrent.BoundedMap;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * The names of the topics of a channel. A room is a topic and the same topic marked as resolved:
 * messages of either name are in the room, and a message is sent under the name that the newest one
 * has. Upper and lower case make no difference, as in Zulip.
 *
 * <p>A topic that gets any other name is another room. Messages that people move are not copied
 * again, and stay in the room that has their copy.
 *
 * <p>Safe for any thread.
 */
final class ZulipTopicNames {
  /** The beginning of the name of a topic that is resolved. */
  static final String CHECK_MARK = "✔";

  private static final Pattern RESOLVED = Pattern.compile("^✔ [ ✔]*");
  private static final int MAX_ROOMS = 10_000;
  private static final int MAX_NAMES = 4;

  /** A name, and the id of the newest message under it. */
  private record Newest(String name, long id) {}

  /** The rooms that the address names, by their names in lower case. */
  private final Map<String, String> named = new HashMap<>();

  private final Map<String, List<Newest>> byRoom = new BoundedMap<>(MAX_ROOMS);

  ZulipTopicNames(ChatAddress address) {
    address.rooms().values().forEach(room -> named.put(folded(room), room));
    address.option("presence").ifPresent(room -> named.put(folded(room), room));
  }

  private static String folded(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  /** The room of a topic. */
  String roomOf(String topic) {
    String folded = folded(RESOLVED.matcher(topic).replaceFirst(""));
    return Optional.ofNullable(named.get(folded)).orElse(folded);
  }

  /** Takes note of all topics of the channel, and forgets the names that are none of them. */
  synchronized void load(JsonNode topics) {
    byRoom.clear();
    saw(topics);
  }

  /** Takes note of topics. */
  synchronized void saw(JsonNode topics) {
    for (JsonNode topic : topics) {
      saw(topic.path("name").asString(""), topic.path("max_id").asLong(0));
    }
  }

  /** Takes note of a message. */
  synchronized void saw(String topic, long id) {
    List<Newest> names = byRoom.computeIfAbsent(roomOf(topic), first -> new ArrayList<>());
    long newest = id;
    for (Newest name : names) {
      if (name.name().equalsIgnoreCase(topic)) {
        newest = Math.max(newest, name.id());
      }
    }
    names.removeIf(name -> name.name().equalsIgnoreCase(topic));
    names.add(new Newest(topic, newest));
    if (names.size() > MAX_NAMES) {
      names.remove(0);
    }
  }

  /** Takes note that all messages of a topic have another. */
  synchronized void left(String topic) {
    List<Newest> names = byRoom.get(roomOf(topic));
    if (names != null) {
      names.removeIf(name -> name.name().equalsIgnoreCase(topic));
    }
  }

  /** Returns true if there are messages of a room. */
  synchronized boolean has(String room) {
    return !names(room).isEmpty();
  }

  /** The name under which a message is sent to a room. */
  synchronized String current(String room) {
    return names(room).stream()
        .max(Comparator.comparingLong(Newest::id))
        .map(Newest::name)
        .orElse(room);
  }

  /** All names under which a room may have messages: its own one, and it as resolved. */
  synchronized List<String> all(String room) {
    List<String> all = new ArrayList<>(List.of(room));
    names(room).stream()
        .map(Newest::name)
        .filter(name -> !name.equalsIgnoreCase(room))
        .forEach(all::add);
    return all;
  }

  private Collection<Newest> names(String room) {
    return byRoom.getOrDefault(roomOf(room), List.of());
  }
}
