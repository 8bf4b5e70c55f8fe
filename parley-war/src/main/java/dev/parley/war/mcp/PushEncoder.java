package dev.parley.war.mcp;

import dev.parley.event.DirectArrived;
import dev.parley.event.Event;
import dev.parley.event.MessageArrived;
import dev.parley.event.MessagesLost;
import dev.parley.event.Notice;
import dev.parley.message.Message;
import dev.parley.message.SessionMessage;
import dev.parley.message.TopicName;
import dev.parley.war.wire.Json;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.core.JsonGenerator;

/**
 * Writes an event as the data of a server-sent event: a {@code notifications/claude/channel} in one
 * line, and the blank line that ends it.
 */
final class PushEncoder {
  private static final byte[] DATA = "data: ".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] END = "\n\n".getBytes(StandardCharsets.US_ASCII);
  private static final Pattern TAG = Pattern.compile("<(?=/?channel)", Pattern.CASE_INSENSITIVE);
  private static final DateTimeFormatter INSTANT =
      new DateTimeFormatterBuilder().appendInstant(3).toFormatter();
  private static final int DEFAULT_SIZE = 512;

  private PushEncoder() {}

  static byte[] encode(Event event) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(DEFAULT_SIZE);
    out.writeBytes(DATA);
    switch (event.kind()) {
      case MESSAGE_ARRIVED -> write(out, ((MessageArrived) event).message());
      case DIRECT_ARRIVED -> write(out, ((DirectArrived) event).message());
      case MESSAGES_LOST -> write(out, (MessagesLost) event);
      case NOTICE -> out.writeBytes((byte[]) ((Notice) event).form());
      case SESSION_STARTED,
          MESSAGE_SAID,
          TASK_CHANGED,
          ARTIFACT_POSTED,
          REVIEW_CHANGED,
          MEMORY_CHANGED,
          AGENT_THINKING ->
          throw new IllegalArgumentException(
              event.kind() + " is read from its session, not pushed");
    }
    out.writeBytes(END);
    return out.toByteArray();
  }

  /**
   * Returns {@code body} so that it can never open or close the tag it will be shown in: its {@code
   * <} is written out.
   */
  static String defused(String body) {
    return body.indexOf('<') < 0 ? body : TAG.matcher(body).replaceAll("&lt;");
  }

  private static void write(ByteArrayOutputStream out, Message message) {
    write(
        out,
        defused(message.text()),
        meta -> {
          meta.writeStringProperty("room", message.topic().name());
          meta.writeStringProperty("from_nickname", message.sender().shownAs());
          meta.writeStringProperty("seq", Long.toString(message.seq()));
          meta.writeStringProperty("message_id", message.id().value());
          meta.writeStringProperty("sent_at", INSTANT.format(message.sentAt()));
        });
  }

  private static void write(ByteArrayOutputStream out, SessionMessage message) {
    write(
        out,
        defused(message.draft().content()),
        meta -> {
          meta.writeStringProperty("from_agent", message.from().value());
          meta.writeStringProperty("seq", Long.toString(message.seq()));
          meta.writeStringProperty("message_id", message.id().value());
          meta.writeStringProperty("sent_at", INSTANT.format(message.sentAt()));
          meta.writeStringProperty("session_id", message.session().value());
          meta.writeStringProperty("to", message.to().isPresent() ? "you" : "all");
        });
  }

  private static void write(ByteArrayOutputStream out, MessagesLost lost) {
    String where =
        lost.topics().isEmpty()
            ? ""
            : " in "
                + lost.topics().stream().map(TopicName::name).collect(Collectors.joining(", "));
    write(
        out,
        "missed messages, please rejoin: "
            + lost.count()
            + " were lost"
            + where
            + "; ask there for what you need",
        meta -> meta.writeStringProperty("code", "ReplayBufferOverflowError"));
  }

  private interface Meta {
    void write(JsonGenerator json);
  }

  private static void write(ByteArrayOutputStream out, String content, Meta meta) {
    try (JsonGenerator json = Json.jackson().createGenerator(out)) {
      json.writeStartObject();
      json.writeStringProperty("jsonrpc", "2.0");
      json.writeStringProperty("method", "notifications/claude/channel");
      json.writeObjectPropertyStart("params");
      json.writeStringProperty("content", content);
      json.writeObjectPropertyStart("meta");
      meta.write(json);
      json.writeEndObject();
      json.writeEndObject();
      json.writeEndObject();
    }
  }
}
