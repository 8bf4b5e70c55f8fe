package dev.parley.bridge;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rooms the agent is in and its nickname in each, learned by watching its calls succeed. Safe
 * for all threads.
 */
final class JoinedRooms {
  private final Map<String, String> nicknames = new LinkedHashMap<>();

  /** Learns from the answer to a call; one that was refused changes nothing. */
  void watch(JsonRpcMessage call, JsonText answer) {
    boolean joined = call.isCallOf("join_room");
    if (!joined && !call.isCallOf("leave_room")) {
      return;
    }
    String room = fact(answer, "room");
    if (room != null) {
      take(room, joined ? nickname(answer) : null);
    }
  }

  /** The nickname a join was granted, or null where it was refused. */
  static @Nullable String nickname(JsonText answer) {
    return fact(answer, "nickname");
  }

  private static @Nullable String fact(JsonText answer, String name) {
    JsonText refused = answer.member("result", "isError");
    return refused != null && refused.isTrue()
        ? null
        : answer.textAt("result", "structuredContent", name);
  }

  /** Records a room as joined under a nickname, or as left where it is null. */
  synchronized void take(String room, @Nullable String nickname) {
    if (nickname == null) {
      nicknames.remove(room);
    } else {
      nicknames.put(room, nickname);
    }
  }

  /** Nickname by room, in the order the rooms were joined. */
  synchronized Map<String, String> all() {
    return new LinkedHashMap<>(nicknames);
  }
}
