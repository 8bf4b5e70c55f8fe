package dev.parley.chat.slack;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A channel of the emulated workspace. Guarded by the workspace. */
final class SlackEmulatorChannel {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final long MILLION = 1_000_000;

  final String id;
  final String name;
  final boolean isPrivate;
  final Set<String> members = new TreeSet<>();

  /** All messages by their microseconds. */
  final NavigableMap<Long, ObjectNode> messages = new TreeMap<>();

  boolean isArchived;

  SlackEmulatorChannel(String id, String name, boolean isPrivate) {
    this.id = id;
    this.name = name;
    this.isPrivate = isPrivate;
  }

  static String ts(long micros) {
    return String.format("%d.%06d", micros / MILLION, micros % MILLION);
  }

  /** The microseconds of a time, of which the digits behind the dot may be missing. */
  static long micros(String ts) {
    String[] parts = ts.split("\\.", 2);
    String behind = parts.length < 2 ? "" : parts[1];
    return Long.parseLong(parts[0]) * MILLION + Long.parseLong((behind + "000000").substring(0, 6));
  }

  ObjectNode node(String asker) {
    ObjectNode node = JSON.createObjectNode();
    node.put("id", id).put("name", name).put("is_channel", !isPrivate);
    node.put("is_private", isPrivate).put("is_archived", isArchived);
    node.put("is_member", members.contains(asker));
    return node;
  }

  /** The messages of the channel itself, the newest first. */
  List<ObjectNode> ofChannel() {
    List<ObjectNode> all = new ArrayList<>();
    for (ObjectNode message : messages.descendingMap().values()) {
      if (!isAnswerAlone(message)) {
        all.add(message);
      }
    }
    return all;
  }

  private static boolean isAnswerAlone(ObjectNode message) {
    String thread = message.path("thread_ts").asString("");
    return !thread.isEmpty()
        && !thread.equals(message.path("ts").asString(""))
        && !message.path("subtype").asString("").equals("thread_broadcast");
  }

  /** A thread, the beginning first; of an answer, the answer alone. */
  List<ObjectNode> thread(String ts) {
    return messages.values().stream()
        .filter(
            one ->
                one.path("ts").asString("").equals(ts)
                    || one.path("thread_ts").asString("").equals(ts))
        .toList();
  }
}
