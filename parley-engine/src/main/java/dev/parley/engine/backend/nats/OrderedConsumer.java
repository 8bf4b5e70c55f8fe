package dev.parley.engine.backend.nats;

import io.nats.client.Dispatcher;
import io.nats.client.JetStreamApiException;
import io.nats.client.Message;
import io.nats.client.Subscription;
import io.nats.client.api.AckPolicy;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.DeliverPolicy;
import io.nats.client.impl.Headers;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One consumer of a stream. It numbers what it delivers, and reports from time to time how far it
 * is. Where a number is missing, or no report comes any more, the feed is lost and delivers nothing
 * from then on.
 */
final class OrderedConsumer {
  private static final String DELIVERED = "Nats-Last-Consumer";
  private static final int SIGNS_MISSED = 3;

  private final TopicStream stream;
  private final NatsConnection link;
  private final Dispatcher dispatcher;
  private final Consumer<Message> teller;
  private final Runnable onTrouble;
  private final String inbox;
  private final Subscription subscription;
  private long next = 1;
  private boolean lost;
  private long lastSignAt = System.nanoTime();

  /**
   * A feed that has not begun.
   *
   * @param teller called with one message at a time
   * @param onTrouble called when it is lost, quick
   */
  OrderedConsumer(
      TopicStream stream,
      NatsConnection link,
      Dispatcher dispatcher,
      Consumer<Message> teller,
      Runnable onTrouble) {
    this.stream = stream;
    this.link = link;
    this.dispatcher = dispatcher;
    this.teller = teller;
    this.onTrouble = onTrouble;
    this.inbox = link.connection().createInbox();
    this.subscription = dispatcher.subscribe(inbox, this::take);
  }

  /** Begins right after the sequence number {@code after}; where that fails, it is lost. */
  void begin(long after) throws IOException, JetStreamApiException {
    try {
      link.management()
          .createConsumer(
              stream.name(),
              ConsumerConfiguration.builder()
                  .deliverSubject(inbox)
                  .deliverPolicy(DeliverPolicy.ByStartSequence)
                  .startSequence(stream.numberAfter(after))
                  .ackPolicy(AckPolicy.None)
                  .idleHeartbeat(link.timeout())
                  .memStorage(true)
                  .numReplicas(1)
                  .build());
    } catch (IOException | JetStreamApiException | RuntimeException e) {
      lose();
      throw e;
    }
  }

  boolean isOf(TopicStream other) {
    return stream.equals(other);
  }

  synchronized boolean isLost() {
    return lost || (isSilent() && link.isUp());
  }

  private boolean isSilent() {
    return System.nanoTime() - lastSignAt > SIGNS_MISSED * link.timeout().toNanos();
  }

  /** Ends the delivery: when this returns, no message is delivered any more. */
  synchronized void lose() {
    lost = true;
  }

  /** Ends the subscription; the server drops a consumer soon after nobody listens. */
  void end() {
    lose();
    if (subscription.isActive()) {
      dispatcher.unsubscribe(subscription);
    }
  }

  private synchronized void take(Message message) {
    if (lost) {
      return;
    }
    lastSignAt = System.nanoTime();
    if (message.isStatusMessage()) {
      lost = delivered(message) >= next;
    } else if (message.metaData().consumerSequence() == next) {
      next++;
      teller.accept(message);
    } else {
      lost = true;
    }
    if (lost) {
      onTrouble.run();
    }
  }

  private static long delivered(Message sign) {
    @Nullable Headers headers = sign.getHeaders();
    @Nullable String delivered = headers == null ? null : headers.getFirst(DELIVERED);
    return delivered == null ? 0 : Long.parseLong(delivered);
  }
}
