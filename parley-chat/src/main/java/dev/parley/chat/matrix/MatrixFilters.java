package dev.parley.chat.matrix;

import dev.parley.chat.ChatFailure;
import dev.parley.chat.http.ChatAnswer;
import java.util.Collection;
import tools.jackson.databind.node.ObjectNode;

/** The filters of events: the messages of rooms, and the names of those who wrote them. */
final class MatrixFilters {
  /** The most events of one room in an answer. */
  static final int MAX_TIMELINE = 50;

  /** The filter of a history. */
  static final String OF_HISTORY = messages().toString();

  private MatrixFilters() {}

  private static ObjectNode messages() {
    ObjectNode filter = MatrixJson.object();
    filter.putArray("types").add("m.room.message");
    return filter.put("lazy_load_members", true);
  }

  /** The filter of a stream of the messages of {@code rooms}. */
  static ObjectNode ofStream(Collection<String> rooms) {
    ObjectNode filter = MatrixJson.object();
    filter.set("presence", nothing());
    filter.set("account_data", nothing());
    ObjectNode room = filter.putObject("room");
    rooms.forEach(room.putArray("rooms")::add);
    room.set("ephemeral", nothing());
    room.set("account_data", nothing());
    room.set("timeline", messages().put("limit", MAX_TIMELINE));
    ObjectNode state = room.putObject("state").put("lazy_load_members", true);
    state.putArray("types").add("m.room.member");
    return filter;
  }

  private static ObjectNode nothing() {
    ObjectNode filter = MatrixJson.object();
    filter.putArray("not_types").add("*");
    return filter;
  }

  /** The id of a filter at the server. */
  static String upload(MatrixSession session, String user, ObjectNode filter) {
    ChatAnswer answer =
        session.answer(http -> http.send("POST", MatrixIds.path("user", user, "filter"), filter));
    if (!answer.isOk()) {
      throw MatrixErrors.failure(answer, false, "the filter of messages failed");
    }
    String id = MatrixJson.text(answer.document(), "filter_id");
    if (id.isEmpty()) {
      throw ChatFailure.unreachable("the answer to a filter has no filter_id", null);
    }
    return id;
  }
}
