package dev.parley.engine.backend.nats;

import dev.parley.engine.backend.LogPosition;
import dev.parley.engine.backend.nats.Streams.Extent;
import dev.parley.id.MessageId;
import dev.parley.message.Cursor;
import dev.parley.message.MessagePage;
import dev.parley.message.StoredMessage;
import dev.parley.message.TopicName;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamSubscription;
import io.nats.client.Message;
import io.nats.client.PullSubscribeOptions;
import io.nats.client.api.AckPolicy;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.ConsumerInfo;
import io.nats.client.api.DeliverPolicy;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads streams in pages, each by a consumer of its own that lives as long as the read. */
final class Pages {
  private static final int MAX_LENGTH = 10_000;
  private static final int NOT_FOUND = 404;

  /** The time after which the server drops a consumer that nobody deleted. */
  private static final Duration ABANDONED = Duration.ofSeconds(30);

  private final NatsConnection link;
  private final Streams streams;

  Pages(NatsConnection link, Streams streams) {
    this.link = link;
    this.streams = streams;
  }

  MessagePage after(TopicName topic, Optional<Cursor> after, int limit) {
    return link.ask(
        () -> {
          Optional<Extent> extent = streams.find(topic);
          if (extent.isEmpty()) {
            after.ifPresent(cursor -> LogPosition.beforeFirst(topic, cursor));
            return new MessagePage(List.of(), LogPosition.start(), false);
          }
          return page(extent.get(), after, Math.min(limit, MAX_LENGTH));
        });
  }

  private MessagePage page(Extent extent, Optional<Cursor> after, int limit)
      throws IOException, JetStreamApiException {
    TopicStream stream = extent.stream();
    long last = extent.last();
    List<Message> read =
        after.isPresent()
            ? following(extent, after.get(), limit)
            : read(stream, Math.max(last - limit, stream.before()), last, limit);
    if (read.isEmpty()) {
      return new MessagePage(List.of(), after.orElseGet(() -> stream.cursor(last)), false);
    }
    List<StoredMessage> messages = new ArrayList<>(read.size());
    for (Message message : read) {
      NatsCodec.read(stream, message).ifPresent(messages::add);
    }
    long end = NatsCodec.seq(stream, read.get(read.size() - 1));
    return new MessagePage(messages, next(stream, messages, end), after.isPresent() && end < last);
  }

  /** A stranger's message has no cursor of its own. */
  private static Cursor next(TopicStream stream, List<StoredMessage> messages, long end) {
    StoredMessage newest = messages.isEmpty() ? null : messages.get(messages.size() - 1);
    return newest != null && newest.message().seq() == end ? newest.cursor() : stream.cursor(end);
  }

  /** Reads the message before too, where it is kept: it shows whether the cursor is of this log. */
  private List<Message> following(Extent extent, Cursor after, int limit)
      throws IOException, JetStreamApiException {
    TopicStream stream = extent.stream();
    long last = extent.last();
    LogPosition position = LogPosition.in(stream.topic(), stream.id(), after);
    position.checkIsWithin(last);
    if (position.mark().isEmpty()) {
      return read(stream, Math.max(position.seq(), stream.before()), last, limit);
    }
    if (position.seq() == last) {
      idAt(stream, last).ifPresent(position::checkIsAfter);
      return List.of();
    }
    List<Message> read = read(stream, position.seq() - 1, last, limit + 1);
    if (!read.isEmpty() && NatsCodec.seq(stream, read.get(0)) == position.seq()) {
      NatsCodec.id(read.get(0).getHeaders()).ifPresent(position::checkIsAfter);
      return read.subList(1, read.size());
    }
    return read.size() > limit ? read.subList(0, limit) : read;
  }

  private Optional<MessageId> idAt(TopicStream stream, long seq)
      throws IOException, JetStreamApiException {
    try {
      return NatsCodec.id(
          link.management().getMessage(stream.name(), stream.number(seq)).getHeaders());
    } catch (JetStreamApiException e) {
      if (e.getErrorCode() == NOT_FOUND) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private List<Message> read(TopicStream stream, long after, long last, int limit)
      throws IOException, JetStreamApiException {
    return after < last ? read(stream, after, limit) : List.of();
  }

  private List<Message> read(TopicStream stream, long after, int limit)
      throws IOException, JetStreamApiException {
    ConsumerInfo consumer =
        link.management()
            .createConsumer(
                stream.name(),
                ConsumerConfiguration.builder()
                    .deliverPolicy(DeliverPolicy.ByStartSequence)
                    .startSequence(stream.numberAfter(after))
                    .ackPolicy(AckPolicy.None)
                    .memStorage(true)
                    .numReplicas(1)
                    .inactiveThreshold(ABANDONED)
                    .build());
    int count = (int) Math.min(limit, consumer.getNumPending());
    try {
      return count == 0 ? List.of() : take(stream, consumer.getName(), count);
    } finally {
      letGo(stream, consumer.getName());
    }
  }

  private List<Message> take(TopicStream stream, String consumer, int count)
      throws IOException, JetStreamApiException {
    JetStreamSubscription subscription =
        link.streams().subscribe(null, PullSubscribeOptions.fastBind(stream.name(), consumer));
    try {
      List<Message> messages = subscription.fetch(count, link.answerWithin());
      if (messages.isEmpty()) {
        throw new IOException("the messages of " + stream.name() + " did not come");
      }
      return messages;
    } finally {
      subscription.unsubscribe();
    }
  }

  /** Deletes a consumer without waiting for the answer. */
  private void letGo(TopicStream stream, String consumer) {
    String subject = "$JS.API.CONSUMER.DELETE." + stream.name() + "." + consumer;
    link.connection().publish(subject, new byte[0]);
  }
}
