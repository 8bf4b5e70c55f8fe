package dev.parley.chat.matrix;

import dev.parley.chat.ChatFailure;
import dev.parley.chat.RoomNames;
import dev.parley.chat.http.ChatAnswer;
import dev.parley.chat.http.ChatHttp;
import dev.parley.message.TopicName;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.node.ObjectNode;

/** The rooms that carry topics: those that the address names, and others by their aliases. */
final class MatrixRooms {
  private static final int MAX_NAME = 60;

  private final MatrixSettings settings;
  private final MatrixSession session;
  private final String user;
  private final MatrixRights rights;

  /** The ids of the rooms that the address names, by the ids or aliases there. */
  private final Map<String, String> mapped = new ConcurrentHashMap<>();

  MatrixRooms(MatrixSettings settings, MatrixSession session, String user) {
    this.settings = settings;
    this.session = session;
    this.user = user;
    this.rights = new MatrixRights(session, user);
  }

  /** The rooms that the address names, by the ids or aliases there. */
  Set<String> mapped() {
    Set<String> rooms = new LinkedHashSet<>(settings.address().rooms().values());
    settings.address().option("presence").ifPresent(rooms::add);
    return rooms;
  }

  /** The id of a room that the address names, which this account may read and write. */
  String openMapped(String room) {
    String id = join(room);
    rights.check(id, room);
    mapped.put(room, id);
    return id;
  }

  /** The topic for which the address names a room. */
  Optional<TopicName> topicOf(String id) {
    return mapped.entrySet().stream()
        .filter(entry -> entry.getValue().equals(id))
        .flatMap(entry -> settings.address().topicOf(entry.getKey()).stream())
        .findFirst();
  }

  /** The id of the room of a topic; empty where there is none. */
  Optional<String> find(TopicName topic) {
    Optional<String> room = settings.address().roomOf(topic);
    return room.isPresent()
        ? room.map(name -> mapped.getOrDefault(name, name))
        : lookedUp(alias(topic));
  }

  /** The id of the room of a topic, which is made where absent, with this account as a member. */
  String open(TopicName topic) {
    Optional<String> room = settings.address().roomOf(topic);
    if (room.isPresent()) {
      return openMapped(room.get());
    }
    String alias = alias(topic);
    String known = lookedUp(alias).orElseGet(() -> made(alias, topic));
    String id = join(known, alias);
    rights.check(id, alias);
    return id;
  }

  private String alias(TopicName topic) {
    return "#" + RoomNames.of(topic, MAX_NAME) + ":" + MatrixIds.server(user);
  }

  private Optional<String> lookedUp(String alias) {
    String path = MatrixIds.path("directory", "room", alias);
    ChatAnswer answer = session.answer(http -> http.get(path, Map.of()));
    if (MatrixErrors.isAbsent(answer)) {
      return Optional.empty();
    }
    if (!answer.isOk()) {
      throw MatrixErrors.failure(answer, false, "the alias " + alias + " cannot be looked up");
    }
    return Optional.of(MatrixJson.text(answer.document(), "room_id"))
        .filter(room -> !room.isEmpty());
  }

  private String made(String alias, TopicName topic) {
    ObjectNode room = MatrixJson.object();
    room.put("preset", settings.isPublic() ? "public_chat" : "private_chat");
    room.put("visibility", "private");
    room.put("room_alias_name", MatrixIds.localPart(alias));
    room.put("name", topic.name());
    ChatAnswer answer =
        session.answer(http -> http.send("POST", MatrixIds.path("createRoom"), room));
    if (MatrixErrors.code(answer).equals("M_ROOM_IN_USE")) {
      return lookedUp(alias)
          .orElseThrow(() -> ChatFailure.unreachable(alias + " is being made", null));
    }
    if (!answer.isOk()) {
      throw MatrixErrors.failure(answer, true, user + " may not make the room " + alias);
    }
    String id = MatrixJson.text(answer.document(), "room_id");
    if (id.isEmpty()) {
      throw ChatFailure.unknown("the answer to a new room has no room_id", null);
    }
    return id;
  }

  private String join(String room) {
    return join(room, room);
  }

  /** Joins a room, of which this account may be a member already. */
  private String join(String room, String name) {
    String server = room.startsWith("!") ? MatrixIds.server(room) : "";
    String via =
        server.isEmpty()
            ? ""
            : "?server_name=" + ChatHttp.encode(server) + "&via=" + ChatHttp.encode(server);
    String path = MatrixIds.path("join", room) + via;
    ChatAnswer answer = session.answer(http -> http.send("POST", path, MatrixJson.object()));
    if (!answer.isOk()) {
      throw MatrixErrors.failure(answer, false, user + " cannot join " + name + " (invite it)");
    }
    String id = MatrixJson.text(answer.document(), "room_id");
    if (id.isEmpty()) {
      throw ChatFailure.unreachable("the answer to a join has no room_id", null);
    }
    return id;
  }
}
