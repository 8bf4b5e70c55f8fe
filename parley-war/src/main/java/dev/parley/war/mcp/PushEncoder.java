package dev.parley.war.mcp;

import dev.parley.event.DirectArrived;
import dev.parley.event.Event;
import dev.parley.event.MessageArrived;
import dev.parley.event.MessagesLost;
import dev.parley.event.Notice;
import dev.parley.event.PermissionDecided;
import dev.parley.event.SubAgentEvent;
import dev.parley.message.Message;
import dev.parley.message.SessionMessage;
import dev.parley.message.TopicName;
import dev.parley.war.wake.ChannelText;
import dev.parley.war.wire.Json;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import tools.jackson.core.JsonGenerator;

/**
 * Writes an event as the data of a server-sent event: a {@code notifications/claude/channel}, or
 * the answer to a permission request, in one line, and the blank line that ends it.
 */
final class PushEncoder {
  private static final byte[] DATA = "data: ".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] END = "\n\n".getBytes(StandardCharsets.US_ASCII);
  private static final int DEFAULT_SIZE = 512;

  private PushEncoder() {}

  static byte[] encode(Event event) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(DEFAULT_SIZE);
    out.writeBytes(DATA);
    if (event instanceof SubAgentEvent passedOn) {
      String agent = passedOn.agent().value();
      write(out, passedOn.event(), meta -> meta.writeStringProperty("for_agent", agent));
    } else {
      write(out, event, meta -> {});
    }
    out.writeBytes(END);
    return out.toByteArray();
  }

  private static void write(ByteArrayOutputStream out, Event event, Meta also) {
    switch (event.kind()) {
      case MESSAGE_ARRIVED -> write(out, ((MessageArrived) event).message(), also);
      case DIRECT_ARRIVED -> write(out, ((DirectArrived) event).message(), also);
      case MESSAGES_LOST -> write(out, (MessagesLost) event, also);
      case PERMISSION_DECIDED -> write(out, (PermissionDecided) event);
      case NOTICE -> out.writeBytes((byte[]) ((Notice) event).form());
      case SUB_AGENT -> throw new IllegalArgumentException("an agent acts through one connection");
      case SESSION_STARTED,
          MESSAGE_SAID,
          TASK_CHANGED,
          ARTIFACT_POSTED,
          REVIEW_CHANGED,
          MEMORY_CHANGED,
          SUMMARY_SAVED,
          AGENT_THINKING ->
          throw new IllegalArgumentException(
              event.kind() + " is read from its session, not pushed");
    }
  }

  /** Returns a channel push of nobody, whose meta has {@code code} alone. */
  static byte[] notice(String content, String code) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(DEFAULT_SIZE);
    write(out, content, meta -> meta.writeStringProperty("code", code));
    return out.toByteArray();
  }

  private static void write(ByteArrayOutputStream out, Message message, Meta also) {
    write(
        out,
        ChannelText.defused(message.text()),
        meta -> {
          ChannelText.attributes(message, meta::writeStringProperty);
          also.write(meta);
        });
  }

  private static void write(ByteArrayOutputStream out, SessionMessage message, Meta also) {
    write(
        out,
        ChannelText.defused(message.draft().content()),
        meta -> {
          ChannelText.attributes(message, meta::writeStringProperty);
          also.write(meta);
        });
  }

  private static void write(ByteArrayOutputStream out, MessagesLost lost, Meta also) {
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
        meta -> {
          meta.writeStringProperty("code", "ReplayBufferOverflowError");
          also.write(meta);
        });
  }

  /** Writes an answer, which has no meta: its client takes these two fields and no other. */
  private static void write(ByteArrayOutputStream out, PermissionDecided decided) {
    try (JsonGenerator json = Json.jackson().createGenerator(out)) {
      json.writeStartObject();
      json.writeStringProperty("jsonrpc", "2.0");
      json.writeStringProperty("method", "notifications/claude/channel/permission");
      json.writeObjectPropertyStart("params");
      json.writeStringProperty("request_id", decided.code());
      json.writeStringProperty("behavior", decided.answer().wireName());
      json.writeEndObject();
      json.writeEndObject();
    }
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
