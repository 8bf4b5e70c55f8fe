package dev.parley.chat.matrix;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** A room of the emulator. The world it is in guards it. */
final class MatrixEmulatorRoom {
  private static final String MEMBER = "m.room.member";

  private final String id;
  private final List<MatrixEmulatorEvent> events = new ArrayList<>();
  private final Set<String> purged = new HashSet<>();
  private final Map<String, MatrixEmulatorEvent> state = new LinkedHashMap<>();

  MatrixEmulatorRoom(String id) {
    this.id = id;
  }

  String id() {
    return id;
  }

  List<MatrixEmulatorEvent> events() {
    return events;
  }

  void add(MatrixEmulatorEvent event) {
    events.add(event);
    event.stateKey().ifPresent(key -> state.put(event.type() + " " + key, event));
  }

  Optional<MatrixEmulatorEvent> state(String type, String key) {
    return Optional.ofNullable(state.get(type + " " + key));
  }

  List<MatrixEmulatorEvent> state() {
    return List.copyOf(state.values());
  }

  Optional<MatrixEmulatorEvent> member(String user) {
    return state(MEMBER, user);
  }

  boolean has(String user) {
    return membership(user).equals("join");
  }

  String membership(String user) {
    return member(user)
        .map(event -> MatrixJson.text(event.content(), "membership"))
        .orElse("leave");
  }

  boolean isPublic() {
    return state("m.room.join_rules", "")
        .filter(rules -> MatrixJson.text(rules.content(), "join_rule").equals("public"))
        .isPresent();
  }

  /** Returns true if a user has the power to send events of a type. */
  boolean maySend(String user, String type) {
    JsonNode levels =
        state("m.room.power_levels", "")
            .map(MatrixEmulatorEvent::content)
            .orElseGet(MatrixJson::object);
    long needed = levels.path("events").path(type).asLong(levels.path("events_default").asLong(0));
    return levels.path("users").path(user).asLong(levels.path("users_default").asLong(0)) >= needed;
  }

  /** The place of an event that was not purged; -1 for none. */
  int indexOf(String event) {
    for (int i = 0; i < events.size(); i++) {
      if (events.get(i).id().equals(event) && !purged.contains(event)) {
        return i;
      }
    }
    return -1;
  }

  boolean isPurged(MatrixEmulatorEvent event) {
    return purged.contains(event.id());
  }

  /** Forgets the messages before the newest {@code kept} events. */
  void purge(int kept) {
    events.subList(0, Math.max(0, events.size() - kept)).stream()
        .filter(event -> event.stateKey().isEmpty())
        .forEach(event -> purged.add(event.id()));
  }

  void replaceContent(String event, JsonNode content) {
    int at = indexOf(event);
    events.set(at, events.get(at).with(content));
  }
}
