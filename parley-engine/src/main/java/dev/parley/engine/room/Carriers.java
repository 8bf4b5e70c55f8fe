package dev.parley.engine.room;

import dev.parley.engine.topic.Log;
import dev.parley.message.Cursor;
import dev.parley.message.TopicName;
import dev.parley.spi.Indexed;
import dev.parley.spi.MessageBackend;
import dev.parley.spi.Stored;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * What carries the messages of rooms.
 *
 * @param ephemeral of those whose bodies are never written
 * @param durable of those that are kept
 */
public record Carriers(MessageBackend ephemeral, MessageBackend durable) {
  private static final int LOOKED_THROUGH = 1_000;

  /** The log of a durable topic, where its store can go on from anywhere in it. */
  Optional<Log> log(TopicName topic, Executor reading) {
    return durable instanceof Indexed indexed
        ? Optional.of(
            (seq, limit) ->
                CompletableFuture.supplyAsync(
                    () -> {
                      Cursor after = indexed.cursorAfter(topic, seq);
                      return durable
                          .fetchAfter(topic, Optional.of(after), limit)
                          .messages()
                          .stream()
                          .map(Stored::message)
                          .toList();
                    },
                    reading))
        : Optional.empty();
  }

  /**
   * The number before the first message of a durable topic since {@code time}, among the last of
   * them; empty where there is none.
   */
  OptionalLong beforeFirstSince(TopicName topic, Instant time) {
    return durable.fetchAfter(topic, Optional.empty(), LOOKED_THROUGH).messages().stream()
        .map(Stored::message)
        .filter(message -> !message.sentAt().isBefore(time))
        .mapToLong(message -> message.seq() - 1)
        .findFirst();
  }

  void connect() {
    ephemeral.connect();
    durable.connect();
  }

  void disconnect() {
    durable.disconnect();
    ephemeral.disconnect();
  }
}
