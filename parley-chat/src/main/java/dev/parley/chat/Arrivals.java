package dev.parley.chat;

import dev.parley.engine.concurrent.BoundedMap;
import dev.parley.message.Sender;
import dev.parley.problem.ParleyException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reads the messages of one room: who said them, and the parts of a long one as one. Used by one
 * thread at a time.
 */
final class Arrivals {
  private static final int MAX_UNFINISHED = 64;

  private final Speakers speakers;

  /** The parts so far, by the account, agent and nonce of the whole, and by their numbers. */
  private final Map<String, SortedMap<Integer, ChatMessage>> unfinished =
      new BoundedMap<>(MAX_UNFINISHED);

  Arrivals(Speakers speakers) {
    this.speakers = speakers;
  }

  /** The message that is whole with {@code message}; empty where parts of it are to come. */
  Optional<Arrival> read(ChatMessage message) {
    Optional<Envelope> envelope = message.author().isParley() ? said(message) : Optional.empty();
    if (envelope.isEmpty()) {
      return Optional.of(
          new Arrival(
              message.original(),
              speakers.person(message.author()),
              message.text(),
              message.inReplyTo()));
    }
    return whole(message, envelope.get());
  }

  /** The words of a message of a Parley, by its envelope, or else by its prefix. */
  static Optional<Envelope> said(ChatMessage message) {
    return message
        .envelope()
        .or(
            () ->
                PrefixText.read(message.text())
                    .map(
                        read ->
                            new Envelope(
                                read.agent(),
                                read.nickname(),
                                false,
                                "",
                                read.part(),
                                read.parts(),
                                read.body())));
  }

  private Optional<Arrival> whole(ChatMessage message, Envelope envelope) {
    String key =
        String.join(
            " ",
            message.author().id(),
            envelope.agent(),
            envelope.nonce(),
            Integer.toString(envelope.parts()));
    SortedMap<Integer, ChatMessage> parts =
        unfinished.computeIfAbsent(key, first -> new TreeMap<>());
    if (envelope.part() == 1 && envelope.nonce().isEmpty()) {
      parts.clear(); // an earlier one was not finished, or this is the same once more
    }
    parts.put(envelope.part(), message);
    if (parts.size() < envelope.parts()) {
      return Optional.empty();
    }
    unfinished.remove(key);
    List<ChatMessage> whole = List.copyOf(parts.values());
    StringBuilder text = new StringBuilder();
    whole.forEach(part -> said(part).ifPresent(said -> text.append(said.body())));
    return speaker(envelope)
        .map(
            sender ->
                new Arrival(
                    whole.get(whole.size() - 1).original(),
                    sender,
                    text.toString(),
                    whole.get(0).inReplyTo()));
  }

  private Optional<Sender> speaker(Envelope envelope) {
    try {
      return Optional.of(
          speakers.agent(envelope.agent(), envelope.nickname(), envelope.isVerified()));
    } catch (ParleyException noName) {
      return Optional.empty();
    }
  }
}
