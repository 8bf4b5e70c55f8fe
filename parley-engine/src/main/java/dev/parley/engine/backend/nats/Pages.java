package dev.parley.engine.backend.nats;

import dev.parley.ParleyException;
import dev.parley.engine.backend.LogPosition;
import dev.parley.engine.backend.nats.Streams.Extent;
import dev.parley.message.Cursor;
import dev.parley.message.TopicName;
import dev.parley.problem.PositionLost;
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
    long position = after.isPresent() ? position(extent, after.get()) : last - limit;
    List<Message> read =
        position < last ? read(stream, Math.max(position, stream.before()), limit) : List.of();
    if (read.isEmpty()) {
      return new Page(List.of(), after.orElseGet(() -> stream.cursor(last)), false);
    }
    List<Stored> messages = new ArrayList<>(read.size());
    for (Message message : read) {
      MessageForm.read(stream, message).ifPresent(messages::add);
    }
    long end = MessageForm.seq(stream, read.get(read.size() - 1));
    return new Page(messages, stream.cursor(end), after.isPresent() && end < last);
  }

  /** A place past the end is one that a server forgot which lost power. */
  private static long position(Extent extent, Cursor cursor) {
    TopicStream stream = extent.stream();
    long position = LogPosition.in(stream.topic(), stream.id(), cursor);
    if (position > extent.last()) {
      throw new ParleyException(new PositionLost(stream.topic().name()));
    }
    return position;
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
