package dev.parley.chat.matrix;

import dev.parley.chat.ChatFailure;
import dev.parley.chat.http.ChatAnswer;
import dev.parley.engine.concurrent.BoundedMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The names that the members of rooms show there. */
final class MatrixMembers {
  private static final String MEMBER = "m.room.member";
  private static final int MAX_MEMBERS = 5_000;
  private static final int MAX_NAME = 100;

  private final MatrixSession session;

  /** Names by room and user; guarded by itself. */
  private final Map<String, String> names = new BoundedMap<>(MAX_MEMBERS);

  MatrixMembers(MatrixSession session) {
    this.session = session;
  }

  /** Takes note of the memberships among state events of a room. */
  void learn(String room, JsonNode events) {
    events
        .valueStream()
        .filter(event -> MatrixJson.text(event, "type").equals(MEMBER))
        .forEach(
            event -> {
              String user = MatrixJson.text(event, "state_key");
              learn(room, user, name(user, event.path("content")));
            });
  }

  private void learn(String room, String user, String name) {
    synchronized (names) {
      names.put(key(room, user), name);
    }
  }

  /** The name of a user in a room; the local part of its id where it shows none. */
  String name(String room, String user) {
    return known(room, user).orElseGet(() -> read(room, user));
  }

  private Optional<String> known(String room, String user) {
    synchronized (names) {
      return Optional.ofNullable(names.get(key(room, user)));
    }
  }

  private String read(String room, String user) {
    try {
      String path = MatrixIds.path("rooms", room, "state", MEMBER, user);
      ChatAnswer answer = session.answer(http -> http.get(path, Map.of()));
      String name = name(user, answer.isOk() ? answer.document() : null);
      if (answer.isOk() || MatrixErrors.isRefusal(answer)) {
        learn(room, user, name);
      }
      return name;
    } catch (ChatFailure nameIsNotNeeded) {
      return MatrixIds.localPart(user);
    }
  }

  private static String name(String user, @Nullable JsonNode content) {
    String name = content == null ? "" : MatrixJson.text(content, "displayname").strip();
    return name.isEmpty()
        ? MatrixIds.localPart(user)
        : name.substring(0, Math.min(name.length(), MAX_NAME));
  }

  private static String key(String room, String user) {
    return room + " " + user;
  }
}
