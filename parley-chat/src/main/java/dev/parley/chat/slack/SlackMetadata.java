package dev.parley.chat.slack;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.chat.Envelope;
import dev.parley.chat.OutgoingMessage;
import dev.parley.chat.http.ChatHttp;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Envelopes as the metadata of Slack's messages. The body is left out where the text gives it back,
 * because metadata has little room.
 */
final class SlackMetadata {
  /** The type of the metadata; Slack takes letters, digits and underscores. */
  static final String TYPE = Envelope.NAME.replace('.', '_');

  private static final String BODY = "body";
  private static final String REPLY = "in_reply_to";

  /** Slack takes 8 kB. */
  private static final int MAX_BYTES = 7_500;

  private static final int COPYRIGHT = 0xA9;
  private static final int REGISTERED = 0xAE;
  private static final int FIRST_SYMBOLS = 0x2000;
  private static final int FIRST_KANA = 0x3040;
  private static final int FIRST_EMOJI = 0x1F000;

  /** A part of a text that Slack may make a link of. */
  private static final Pattern LINK = Pattern.compile("[\\p{L}\\d]\\.\\p{L}|:/|@|mailto:|tel:");

  private SlackMetadata() {}

  /**
   * The metadata of a message.
   *
   * @param sent the text as it is sent
   */
  static String of(OutgoingMessage message, String sent) {
    Envelope envelope = message.envelope();
    Map<String, String> fields = new LinkedHashMap<>(envelope.toFields());
    message.inReplyTo().flatMap(SlackTs::read).ifPresent(ts -> fields.put(REPLY, ts.toString()));
    String whole = metadata(fields);
    boolean isLong = whole.getBytes(UTF_8).length > MAX_BYTES;
    if (isLong || isRestored(envelope.body(), sent)) {
      fields.remove(BODY);
      return metadata(fields);
    }
    return whole;
  }

  private static String metadata(Map<String, String> fields) {
    ObjectNode metadata = ChatHttp.JSON.createObjectNode();
    metadata.put("event_type", TYPE);
    ObjectNode payload = metadata.putObject("event_payload");
    fields.forEach(payload::put);
    return metadata.toString();
  }

  /** Returns true if the text gives back the body, also after what Slack changes in texts. */
  private static boolean isRestored(String body, String sent) {
    return body.equals(body.stripTrailing())
        && body.codePoints().allMatch(SlackMetadata::isUnchanged)
        && !LINK.matcher(body).find()
        && SlackText.behindName(SlackText.ofParley(sent, id -> id)).equals(Optional.of(body));
  }

  /**
   * Returns true if Slack leaves a character as it is; it has names for symbols, for example :car:.
   */
  private static boolean isUnchanged(int point) {
    if (point < ' ') {
      return point == '\n' || point == '\t';
    }
    if (point < FIRST_SYMBOLS) {
      return point != COPYRIGHT && point != REGISTERED;
    }
    return point >= FIRST_KANA && point < FIRST_EMOJI && Character.isLetter(point);
  }

  /**
   * Returns true if a message has the fields of an envelope. An event may have their type alone.
   */
  static boolean isIn(JsonNode message) {
    JsonNode metadata = message.path("metadata");
    return metadata.path("event_type").asString("").equals(TYPE)
        && !metadata.path("event_payload").isEmpty();
  }

  /**
   * The envelope of a message; empty where it has none.
   *
   * @param text its text as Markdown
   */
  static Optional<Envelope> read(JsonNode message, String text) {
    if (!isIn(message)) {
      return Optional.empty();
    }
    Map<String, String> fields = new LinkedHashMap<>();
    JsonNode payload = message.path("metadata").path("event_payload");
    payload
        .properties()
        .forEach(field -> fields.put(field.getKey(), field.getValue().asString("")));
    if (!fields.containsKey(BODY)) {
      SlackText.behindName(text).ifPresent(body -> fields.put(BODY, body));
    }
    return Envelope.of(fields);
  }

  /** The id of the message that a message answers, as its Parley knows it. */
  static Optional<String> inReplyTo(JsonNode message) {
    return isIn(message)
        ? SlackTs.read(message.path("metadata").path("event_payload").path(REPLY).asString(""))
            .map(SlackTs::toString)
        : Optional.empty();
  }
}
