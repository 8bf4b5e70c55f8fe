package dev.parley.engine.backend.redis;

import dev.parley.engine.backend.LogPosition;
import dev.parley.engine.backend.PostIdempotency;
import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.IdempotencyKey;
import dev.parley.id.MessageId;
import dev.parley.id.Nickname;
import dev.parley.message.Body;
import dev.parley.message.MessageDraft;
import dev.parley.message.Sender;
import dev.parley.message.StoredMessage;
import dev.parley.message.TopicName;
import java.time.Instant;
import java.util.Optional;

/**
 * A message on a channel: sequence number, time, id, agent, nickname, connection, what it replies
 * to or a hyphen, and the text, with a space between. None but the text may hold a space.
 */
final class PubSubCodec {
  private static final int FIELDS = 8;
  private static final String NOTHING = "-";

  private PubSubCodec() {}

  /** All fields but sequence number and time, which the server puts before them. */
  static String words(MessageDraft draft, MessageId id) {
    Sender sender = draft.sender();
    return String.join(
        " ",
        id.value(),
        sender.agent().value(),
        sender.nickname().value(),
        sender.connection().value(),
        draft.inReplyTo().map(MessageId::value).orElse(NOTHING),
        draft.body().text());
  }

  /** The message that came on a channel of {@code topic}. */
  static StoredMessage decode(TopicName topic, String payload) {
    String[] fields = payload.split(" ", FIELDS);
    Sender sender =
        new Sender(new AgentId(fields[3]), new Nickname(fields[4]), new ConnectionId(fields[5]));
    MessageDraft draft =
        new MessageDraft(
            topic,
            sender,
            Body.of(fields[7]),
            fields[6].equals(NOTHING) ? Optional.empty() : Optional.of(new MessageId(fields[6])));
    return stored(draft, new MessageId(fields[2]), fields[0], fields[1]);
  }

  /** The message of a receipt, which is sequence number and time. */
  static StoredMessage posted(MessageDraft draft, MessageId id, String receipt) {
    String[] fields = receipt.split(" ", 2);
    return stored(draft, id, fields[0], fields[1]);
  }

  /**
   * The message of a receipt under an idempotency key: sequence number, time, id and digest.
   *
   * @throws dev.parley.problem.ParleyException {@code key_reused} where that is of other content
   */
  static StoredMessage posted(MessageDraft draft, IdempotencyKey key, String receipt) {
    String[] fields = receipt.split(" ", 4);
    MessageId id = new MessageId(fields[2]);
    PostIdempotency.refuseOther(key, id, fields[3].equals(PostIdempotency.contentDigest(draft)));
    return stored(draft, id, fields[0], fields[1]);
  }

  private static StoredMessage stored(MessageDraft draft, MessageId id, String seq, String millis) {
    Instant sentAt = Instant.ofEpochMilli(Long.parseLong(millis));
    return new StoredMessage(draft.accepted(id, Long.parseLong(seq), sentAt), LogPosition.start());
  }
}
