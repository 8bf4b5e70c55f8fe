package dev.parley.chat.matrix;

import dev.parley.chat.ChatFailure;
import dev.parley.chat.http.ChatAnswer;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Checks that an account can read and write a room. */
final class MatrixRights {
  private static final String MESSAGE = "m.room.message";

  /** From this version on, the makers of a room have all rights and no power level. */
  private static final int VERSION_OF_CREATORS = 12;

  private final MatrixSession session;
  private final String user;

  MatrixRights(MatrixSession session, String user) {
    this.session = session;
    this.user = user;
  }

  /**
   * Checks a room that this account has joined.
   *
   * @param name the name of the room that people know
   * @throws ChatFailure {@code REFUSED} for an encrypted room, and where the power level is too low
   */
  void check(String room, String name) {
    if (state(room, "m.room.encryption", Map.of()).isPresent()) {
      throw ChatFailure.refused(
          "the room " + name + " is encrypted; Parley reads and writes unencrypted rooms alone");
    }
    Optional<JsonNode> levels = state(room, "m.room.power_levels", Map.of());
    if (levels.isEmpty()) {
      return; // everybody may send
    }
    long needed =
        levels.get().path("events").path(MESSAGE).asLong(level(levels.get(), "events_default"));
    long own = levels.get().path("users").path(user).asLong(level(levels.get(), "users_default"));
    if (own < needed && !isCreator(room)) {
      throw ChatFailure.refused(
          "the power level of "
              + user
              + " in "
              + name
              + " is "
              + own
              + ", but sending "
              + MESSAGE
              + " needs "
              + needed);
    }
  }

  private static long level(JsonNode levels, String name) {
    return levels.path(name).asLong(0);
  }

  private boolean isCreator(String room) {
    Optional<JsonNode> event = state(room, "m.room.create", Map.of("format", "event"));
    if (event.isEmpty()) {
      return false;
    }
    JsonNode content = event.get().path("content");
    return content.path("room_version").asInt(1) >= VERSION_OF_CREATORS
        && (MatrixJson.text(event.get(), "sender").equals(user)
            || content
                .path("additional_creators")
                .valueStream()
                .anyMatch(one -> one.asString("").equals(user)));
  }

  private Optional<JsonNode> state(String room, String type, Map<String, String> query) {
    String path = MatrixIds.path("rooms", room, "state", type) + "/";
    ChatAnswer answer = session.answer(http -> http.get(path, query));
    if (MatrixErrors.isAbsent(answer)) {
      return Optional.empty();
    }
    if (!answer.isOk()) {
      throw MatrixErrors.failure(answer, false, user + " cannot read the state of " + room);
    }
    return Optional.of(answer.document());
  }
}
