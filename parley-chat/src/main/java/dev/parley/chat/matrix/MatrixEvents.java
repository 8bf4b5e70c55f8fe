package dev.parley.chat.matrix;

import dev.parley.chat.ChatAuthor;
import dev.parley.chat.ChatMessage;
import dev.parley.chat.Envelope;
import dev.parley.spi.Original;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Reads messages from events. Edits and events that were redacted are none, nor are those of other
 * types.
 */
final class MatrixEvents {
  private static final String RELATES_TO = "m.relates_to";

  /** The last millisecond of the year 9999; the time of an event is what its server says. */
  private static final long MAX_TIME = 253_402_300_799_999L;

  private final String self;
  private final Set<String> trusted;
  private final MatrixMembers members;

  MatrixEvents(String self, Set<String> trusted, MatrixMembers members) {
    this.self = self;
    this.trusted = trusted;
    this.members = members;
  }

  /** The names that members show. */
  MatrixMembers members() {
    return members;
  }

  /** The message of an event. */
  Optional<ChatMessage> read(String room, JsonNode event) {
    JsonNode content = event.path("content");
    String id = MatrixJson.text(event, "event_id");
    boolean isMessage =
        MatrixJson.text(event, "type").equals("m.room.message")
            && !id.isEmpty()
            && id.length() <= Original.MAX_ID
            && !MatrixJson.text(content.path(RELATES_TO), "rel_type").equals("m.replace");
    if (!isMessage) {
      return Optional.empty();
    }
    String sender = MatrixJson.text(event, "sender");
    boolean isParley = sender.equals(self) || trusted.contains(sender);
    Optional<Envelope> envelope = isParley ? envelope(content) : Optional.empty();
    String name = envelope.isPresent() ? sender : members.name(room, sender);
    String text = MatrixTexts.of(content, name);
    if (text.isBlank()) {
      return Optional.empty();
    }
    long time = Math.max(0, Math.min(event.path("origin_server_ts").asLong(0), MAX_TIME));
    return Optional.of(
        new ChatMessage(
            new Original(id, Instant.ofEpochMilli(time)),
            new ChatAuthor(MatrixIds.readable(sender), name, isParley),
            text,
            envelope,
            answered(content.path(RELATES_TO))));
  }

  private static Optional<Envelope> envelope(JsonNode content) {
    JsonNode object = content.path(Envelope.NAME);
    if (!object.isObject()) {
      return Optional.empty();
    }
    Map<String, String> fields = new LinkedHashMap<>();
    object
        .properties()
        .forEach(field -> fields.put(field.getKey(), MatrixJson.text(object, field.getKey())));
    return Envelope.of(fields);
  }

  /** The message that is answered; of one in a thread that names none, the thread's first. */
  private static Optional<String> answered(JsonNode relation) {
    String answered = MatrixJson.text(relation.path(MatrixTexts.IN_REPLY_TO), "event_id");
    boolean isThread = MatrixJson.text(relation, "rel_type").equals("m.thread");
    boolean namesNone = answered.isEmpty() || relation.path("is_falling_back").asBoolean(false);
    String id = isThread && namesNone ? MatrixJson.text(relation, "event_id") : answered;
    return Optional.of(id).filter(one -> !one.isEmpty() && one.length() <= Original.MAX_ID);
  }
}
