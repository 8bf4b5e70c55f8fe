package dev.parley.engine.backend.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.MessageId;
import dev.parley.id.Nickname;
import dev.parley.message.Body;
import dev.parley.message.Message;
import dev.parley.message.MessageDraft;
import dev.parley.message.Sender;
import dev.parley.message.StoredMessage;
import dev.parley.message.TopicName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Messages as entries of a stream. An entry's id is its sequence number and the number of the log
 * it was written to, so that an entry alone shows its place.
 */
final class StreamCodec {
  /** The end of an id that comes after every entry of a sequence number, whatever log it is of. */
  static final String LAST_OF_POSITION = "-18446744073709551615";

  private StreamCodec() {}

  /** The values that {@link AppendScript} writes of a draft, in its order. */
  static List<byte[]> values(MessageDraft draft, MessageId id) {
    Sender sender = draft.sender();
    return List.of(
        bytes(id.value()),
        bytes(sender.agent().value()),
        bytes(sender.nickname().value()),
        bytes(sender.connection().value()),
        bytes(draft.body().text()),
        bytes(draft.inReplyTo().map(MessageId::value).orElse("")));
  }

  /** The messages of a reply to {@code XRANGE}. */
  static List<StoredMessage> messages(TopicName topic, Object reply) {
    List<StoredMessage> messages = new ArrayList<>();
    for (Object entry : list(reply)) {
      messages.add(message(topic, entry));
    }
    return messages;
  }

  /** The message of one entry. */
  static StoredMessage message(TopicName topic, Object entry) {
    StreamPosition place = place(entry);
    List<?> fields = list(list(entry).get(1));
    MessageId id = new MessageId(field(fields, "i"));
    Sender sender =
        new Sender(
            new AgentId(field(fields, "a")),
            new Nickname(field(fields, "n")),
            new ConnectionId(field(fields, "c")));
    String inReplyTo = field(fields, "r");
    MessageDraft draft =
        new MessageDraft(
            topic,
            sender,
            Body.of(field(fields, "b")),
            inReplyTo.isEmpty() ? Optional.empty() : Optional.of(new MessageId(inReplyTo)));
    Instant sentAt = Instant.ofEpochMilli(Long.parseLong(field(fields, "t")));
    return stored(draft, id, place.seq(), place.log(), sentAt);
  }

  /** Returns the place of an entry in its log, whatever is in it. */
  static StreamPosition place(Object entry) {
    String id = text(list(entry).get(0));
    int dash = id.indexOf('-');
    return StreamPosition.at(id.substring(dash + 1), Long.parseLong(id.substring(0, dash)));
  }

  static StoredMessage stored(
      MessageDraft draft, MessageId id, long seq, String log, Instant sentAt) {
    Message message = draft.accepted(id, seq, sentAt);
    return new StoredMessage(message, StreamPosition.after(log, seq, id).cursor());
  }

  static List<?> list(Object reply) {
    return (List<?>) reply;
  }

  static String text(Object reply) {
    return new String((byte[]) reply, UTF_8);
  }

  static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  static byte[] bytes(long number) {
    return Long.toString(number).getBytes(US_ASCII);
  }

  private static String field(List<?> fields, String name) {
    for (int i = 0; i + 1 < fields.size(); i += 2) {
      byte[] key = (byte[]) fields.get(i);
      if (key.length == 1 && key[0] == name.charAt(0)) {
        return text(fields.get(i + 1));
      }
    }
    throw new IllegalStateException("an entry has no field " + name);
  }
}
