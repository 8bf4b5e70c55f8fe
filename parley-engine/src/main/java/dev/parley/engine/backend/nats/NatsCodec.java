package dev.parley.engine.backend.nats;

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
import dev.parley.problem.ParleyException;
import io.nats.client.Message;
import io.nats.client.api.MessageInfo;
import io.nats.client.impl.Headers;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The form of a message in a stream: the text as it is, everything else in headers. */
final class NatsCodec {
  private static final System.Logger LOG = System.getLogger(NatsCodec.class.getName());

  /** The server takes a message with an id it has seen before as the one it has. */
  private static final String ID = "Nats-Msg-Id";

  /** The message's id, where the server's is made of an idempotency key. */
  private static final String PARLEY_ID = "Parley-Id";

  private static final int ID_LENGTH = 26;
  private static final String AGENT = "Parley-Agent";
  private static final String NICKNAME = "Parley-Nickname";
  private static final String CONNECTION = "Parley-Connection";
  private static final String REPLY_TO = "Parley-Reply-To";
  private static final String SENT_AT = "Parley-Sent-At";

  private NatsCodec() {}

  static Headers headers(MessageDraft draft, MessageId id, Instant sentAt) {
    Headers headers =
        new Headers()
            .put(ID, id.value())
            .put(AGENT, draft.sender().agent().value())
            .put(NICKNAME, draft.sender().nickname().value())
            .put(CONNECTION, draft.sender().connection().value())
            .put(SENT_AT, Long.toString(sentAt.toEpochMilli()));
    draft.inReplyTo().ifPresent(answered -> headers.put(REPLY_TO, answered.value()));
    return headers;
  }

  /** The same for a message that is taken once under an agent's key, as long as that is known. */
  static Headers headers(MessageDraft draft, MessageId id, Instant sentAt, IdempotencyKey key) {
    return headers(draft, id, sentAt)
        .put(ID, "once-" + PostIdempotency.keyDigest(draft, key)) // replaces the id
        .put(PARLEY_ID, id.value());
  }

  static byte[] data(MessageDraft draft) {
    return draft.body().text().getBytes(StandardCharsets.UTF_8);
  }

  static long seq(TopicStream stream, Message message) {
    return stream.seq(message.metaData().streamSequence());
  }

  /** The message; empty where somebody else put it there, who does not write as Parley does. */
  static Optional<StoredMessage> read(TopicStream stream, Message message) {
    long seq = seq(stream, message);
    try {
      Sender sender =
          new Sender(
              new AgentId(header(message, AGENT)),
              new Nickname(header(message, NICKNAME)),
              new ConnectionId(header(message, CONNECTION)));
      MessageDraft draft =
          new MessageDraft(
              stream.topic(),
              sender,
              Body.of(new String(message.getData(), StandardCharsets.UTF_8)),
              found(message, REPLY_TO).map(MessageId::new));
      Instant sentAt = Instant.ofEpochMilli(Long.parseLong(header(message, SENT_AT)));
      MessageId id =
          found(message, PARLEY_ID)
              .map(MessageId::new)
              .orElseGet(() -> new MessageId(header(message, ID)));
      return Optional.of(
          new StoredMessage(draft.accepted(id, seq, sentAt), stream.cursor(seq, id)));
    } catch (ParleyException | IllegalArgumentException e) {
      LOG.log(
          System.Logger.Level.WARNING,
          "Message {0} of the stream {1} is none of Parley''s and is passed over: {2}",
          message.metaData().streamSequence(),
          stream.name(),
          e.getMessage());
      return Optional.empty();
    }
  }

  /** The message's id, where it has one of Parley's form. */
  static Optional<MessageId> id(@Nullable Headers headers) {
    return Optional.ofNullable(headers == null ? null : headers.getFirst(PARLEY_ID))
        .or(() -> Optional.ofNullable(headers == null ? null : headers.getFirst(ID)))
        .filter(id -> id.length() == ID_LENGTH)
        .map(MessageId::new);
  }

  /**
   * The message of a stream under the key of {@code again}, at {@code seq}.
   *
   * @throws ParleyException {@code key_reused} where it has other content
   */
  static StoredMessage first(
      TopicStream stream, MessageInfo there, MessageDraft again, IdempotencyKey key, long seq) {
    Headers headers = Objects.requireNonNull(there.getHeaders(), "it was posted under a key");
    MessageId id = id(headers).orElseThrow();
    Optional<MessageId> inReplyTo =
        Optional.ofNullable(headers.getFirst(REPLY_TO)).map(MessageId::new);
    Body body = Body.of(new String(there.getData(), StandardCharsets.UTF_8));
    MessageDraft first = new MessageDraft(again.topic(), again.sender(), body, inReplyTo);
    PostIdempotency.refuseOther(key, id, PostIdempotency.areSame(first, again));
    Instant sentAt = Instant.ofEpochMilli(Long.parseLong(headers.getFirst(SENT_AT)));
    return new StoredMessage(again.accepted(id, seq, sentAt), stream.cursor(seq, id));
  }

  private static String header(Message message, String name) {
    return found(message, name)
        .orElseThrow(() -> new IllegalArgumentException("it has no header " + name));
  }

  private static Optional<String> found(Message message, String name) {
    @Nullable Headers headers = message.getHeaders();
    return headers == null ? Optional.empty() : Optional.ofNullable(headers.getFirst(name));
  }
}
