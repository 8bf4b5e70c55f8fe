package dev.parley.engine.room;

import dev.parley.engine.topic.Log;
import dev.parley.message.Cursor;
import dev.parley.message.Message;
import dev.parley.message.TopicName;
import dev.parley.spi.Indexed;
import dev.parley.spi.MessageBackend;
import dev.parley.spi.Stored;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * What carries the messages of rooms.
 *
 * @param ephemeral of those whose bodies are never written
 * @param durable of those that are kept
 */
public record Carriers(MessageBackend ephemeral, MessageBackend durable) {

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

  /** The message at {@code seq} of a durable topic, where it is kept. */
  Optional<Message> message(TopicName topic, long seq) {
    if (!(durable instanceof Indexed indexed)) {
      return Optional.empty();
    }
    Cursor before = indexed.cursorAfter(topic, seq - 1);
    return durable.fetchAfter(topic, Optional.of(before), 1).messages().stream()
        .map(Stored::message)
        .filter(message -> message.seq() == seq)
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
