package dev.parley.engine.backend.nats;

import dev.parley.engine.backend.LogPosition;
import dev.parley.engine.id.Ulids;
import dev.parley.engine.log.CatchUp;
import dev.parley.id.AgentId;
import dev.parley.id.IdempotencyKey;
import dev.parley.id.MessageId;
import dev.parley.message.Cursor;
import dev.parley.message.Message;
import dev.parley.message.MessageDraft;
import dev.parley.message.MessagePage;
import dev.parley.message.StoredMessage;
import dev.parley.message.Subscription;
import dev.parley.message.TopicName;
import dev.parley.problem.InvalidArgument;
import dev.parley.spi.HealthAware;
import dev.parley.spi.IdempotentPosts;
import dev.parley.spi.MessageBackend;
import dev.parley.spi.SeekableBackend;
import io.nats.client.JetStreamApiException;
import io.nats.client.api.MessageInfo;
import io.nats.client.api.PublishAck;
import io.nats.client.impl.Headers;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Keeps each topic as a JetStream stream in files of NATS servers. {@link #post} returns when the
 * server has the message; a killed server still has it then, one that lost power may not.
 *
 * <p>A post whose answer was lost is asked again under the same id, which the server knows. One
 * that stays without an answer is refused with {@code unavailable}, and may stand in the topic all
 * the same.
 */
public final class NatsBackend
    implements MessageBackend, IdempotentPosts, SeekableBackend, HealthAware {

  private static final int PAGE = 256;

  private record Open(
      NatsConnection link, Streams streams, Pages pages, TopicSubscriptions following) {}

  private final NatsSettings settings;
  private final InstantSource clock;
  private final ToLongFunction<TopicName> before;
  private volatile @Nullable Open open;

  /**
   * A backend to be connected.
   *
   * @param before the sequence number before the first message of a topic that is created
   */
  public NatsBackend(NatsSettings settings, InstantSource clock, ToLongFunction<TopicName> before) {
    this.settings = settings;
    this.clock = clock;
    this.before = before;
  }

  @Override
  public synchronized void connect() {
    if (open == null) {
      NatsConnection link = new NatsConnection(settings);
      Streams streams = new Streams(link.management(), settings, before);
      TopicSubscriptions following = new TopicSubscriptions(link, streams);
      following.begin();
      open = new Open(link, streams, new Pages(link, streams), following);
    }
  }

  @Override
  public synchronized void disconnect() {
    Open last = open;
    open = null;
    if (last != null) {
      last.following().end();
      last.link().close();
    }
  }

  @Override
  public Subscription follow(
      TopicName topic, Optional<Cursor> from, Consumer<StoredMessage> follower) {
    Open now = open();
    return from.isPresent()
        ? CatchUp.follow(
            live -> now.following().follow(topic, live),
            after -> now.pages().after(topic, Optional.of(after), PAGE),
            from.get(),
            follower)
        : now.following().follow(topic, follower).subscription();
  }

  @Override
  public StoredMessage post(MessageDraft draft) {
    Open now = open();
    MessageId id = Ulids.nextMessage();
    Instant sentAt = clock.instant();
    Headers headers = NatsCodec.headers(draft, id, sentAt);
    byte[] data = NatsCodec.data(draft);
    return now.link()
        .ask(
            () -> {
              TopicStream stream = now.streams().ensure(draft.topic());
              long seq = publish(now, stream, headers, data);
              Message message = draft.accepted(id, seq, sentAt);
              return new StoredMessage(message, stream.cursor(seq, id));
            });
  }

  /** {@inheritDoc} The servers know a key for two minutes, for all nodes. */
  @Override
  public StoredMessage post(MessageDraft draft, IdempotencyKey key) {
    Open now = open();
    MessageId id = Ulids.nextMessage();
    Instant sentAt = clock.instant();
    Headers headers = NatsCodec.headers(draft, id, sentAt, key);
    byte[] data = NatsCodec.data(draft);
    return now.link()
        .ask(
            () -> {
              TopicStream stream = now.streams().ensure(draft.topic());
              PublishAck ack = take(now, stream, headers, data);
              long seq = stream.seq(ack.getSeqno());
              if (!ack.isDuplicate()) {
                return new StoredMessage(draft.accepted(id, seq, sentAt), stream.cursor(seq, id));
              }
              MessageInfo there = now.link().management().getMessage(stream.name(), ack.getSeqno());
              return NatsCodec.first(stream, there, draft, key, seq);
            });
  }

  private static long publish(Open now, TopicStream stream, Headers headers, byte[] data)
      throws IOException, JetStreamApiException {
    return stream.seq(take(now, stream, headers, data).getSeqno());
  }

  private static PublishAck take(Open now, TopicStream stream, Headers headers, byte[] data)
      throws IOException, JetStreamApiException {
    try {
      return now.link().streams().publish(stream.subject(), headers, data);
    } catch (IOException | JetStreamApiException e) {
      now.streams().doubt(stream);
      throw e;
    }
  }

  @Override
  public MessagePage fetchAfter(TopicName topic, Optional<Cursor> after, int limit) {
    Open now = open();
    if (limit < 1) {
      throw InvalidArgument.refusal("limit", "it must be 1 or more");
    }
    return now.pages().after(topic, after, limit);
  }

  @Override
  public Cursor cursorAfter(TopicName topic, long seq) {
    Open now = open();
    return now.link()
        .ask(
            () ->
                now.streams()
                    .find(topic)
                    .map(extent -> extent.stream().cursor(seq))
                    .orElseGet(LogPosition::start));
  }

  @Override
  public String name() {
    return "nats";
  }

  @Override
  public String resolveIdentity(AgentId agent) {
    Open unused = open();
    return agent.value();
  }

  @Override
  public boolean isReachable() {
    Open now = open;
    return now != null && now.link().isAnswered();
  }

  private Open open() {
    Open now = open;
    if (now == null) {
      throw new IllegalStateException("the backend is not connected");
    }
    return now;
  }
}
