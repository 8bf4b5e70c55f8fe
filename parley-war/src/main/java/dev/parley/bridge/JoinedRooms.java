package dev.parley.bridge;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The rooms the agent and its sub-agents are in and their nicknames, learned by watching their
 * calls succeed. Safe for all threads.
 */
final class JoinedRooms {
  private final Map<Membership, String> nicknames = new LinkedHashMap<>();

  /**
   * A membership. It compares itself: the JVM would spend a fifth of a bridge's start on what it
   * generates to compare a record.
   *
   * @param agent the agent, where it is not the one of the bridge
   */
  record Membership(String room, @Nullable String agent) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Membership membership
          && room.equals(membership.room)
          && Objects.equals(agent, membership.agent);
    }

    @Override
    public int hashCode() {
      return 31 * room.hashCode() + Objects.hashCode(agent);
    }
  }

  /** Learns from the answer to a call; one that was refused changes nothing. */
  void watch(JsonRpcMessage call, JsonText answer) {
    boolean joined = call.isCallOf("join_room");
    if (!joined && !call.isCallOf("leave_room")) {
      return;
    }
    String room = fact(answer, "room");
    if (room != null) {
      String agent = call.json().textAt("params", "arguments", "agent_id");
      boolean own = agent == null || agent.isEmpty();
      take(new Membership(room, own ? null : agent), joined ? nickname(answer) : null);
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
  synchronized void take(Membership in, @Nullable String nickname) {
    if (nickname == null) {
      nicknames.remove(in);
    } else {
      nicknames.put(in, nickname);
    }
  }

  /** Nickname by membership, in the order the rooms were joined. */
  synchronized Map<Membership, String> all() {
    return new LinkedHashMap<>(nicknames);
  }
}
