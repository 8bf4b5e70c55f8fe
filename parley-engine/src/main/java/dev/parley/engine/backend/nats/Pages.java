package dev.parley.engine.backend.nats;

import dev.parley.engine.backend.LogPosition;
import dev.parley.engine.backend.nats.Streams.Extent;
import dev.parley.message.Cursor;
import dev.parley.message.MessageId;
import dev.parley.message.TopicName;
import dev.parley.spi.Page;
import dev.parley.spi.Stored;
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

/** Reads streams in pages, each by a consumer of its own that lives as long as the reading. */
final class Pages {
  private static final int LONGEST = 10_000;
  private static final int NOT_FOUND = 404;

  /** When the server lets go of a consumer that nobody took away. */
  private static final Duration ABANDONED = Duration.ofSeconds(30);

  private final Link link;
  private final Streams streams;

  Pages(Link link, Streams streams) {
    this.link = link;
    this.streams = streams;
  }

  Page after(TopicName topic, Optional<Cursor> after, int limit) {
    return link.ask(
        () -> {
          Optional<Extent> extent = streams.find(topic);
          if (extent.isEmpty()) {
            after.ifPresent(cursor -> LogPosition.beforeFirst(topic, cursor));
            return new Page(List.of(), LogPosition.start(), false);
          }
          return page(extent.get(), after, Math.min(limit, LONGEST));
        });
  }

  private Page page(Extent extent, Optional<Cursor> after, int limit)
      throws IOException, JetStreamApiException {
    TopicStream stream = extent.stream();
    long last = extent.last();
    List<Message> read =
        after.isPresent()
            ? following(extent, after.get(), limit)
            : read(stream, Math.max(last - limit, stream.before()), last, limit);
    if (read.isEmpty()) {
      return new Page(List.of(), after.orElseGet(() -> stream.cursor(last)), false);
    }
    List<Stored> messages = new ArrayList<>(read.size());
    for (Message message : read) {
      MessageForm.read(stream, message).ifPresent(messages::add);
    }
    long end = MessageForm.seq(stream, read.get(read.size() - 1));
    return new Page(messages, next(stream, messages, end), after.isPresent() && end < last);
  }

  /** A stranger's message has no cursor of its own. */
  private static Cursor next(TopicStream stream, List<Stored> messages, long end) {
    Stored newest = messages.isEmpty() ? null : messages.get(messages.size() - 1);
    return newest != null && newest.message().seq() == end ? newest.cursor() : stream.cursor(end);
  }

  /** Reads the message before too, where it is kept: it tells whether the cursor is of this log. */
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
    if (!read.isEmpty() && MessageForm.seq(stream, read.get(0)) == position.seq()) {
      MessageForm.id(read.get(0).getHeaders()).ifPresent(position::checkIsAfter);
      return read.subList(1, read.size());
    }
    return read.size() > limit ? read.subList(0, limit) : read;
  }

  private Optional<MessageId> idAt(TopicStream stream, long seq)
      throws IOException, JetStreamApiException {
    try {
      return MessageForm.id(
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

  /** Nobody waits for the answer. */
  private void letGo(TopicStream stream, String consumer) {
    String subject = "$JS.API.CONSUMER.DELETE." + stream.name() + "." + consumer;
    link.connection().publish(subject, new byte[0]);
  }
}
