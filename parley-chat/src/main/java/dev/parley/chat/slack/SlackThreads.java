package dev.parley.chat.slack;

import dev.parley.engine.concurrent.BoundedMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * The threads of the rooms, as far as messages of them came by: the message that begins the thread
 * of each message, and the newest answer in each thread.
 */
final class SlackThreads {
  private static final int MAX_MESSAGES = 20_000;
  private static final int MAX_ROOMS = 200;
  private static final int MAX_THREADS = 64;
  private static final int MAX_EARLIER = 16;

  /** The beginning of the thread by the room and the message. Guarded by {@code this}. */
  private final Map<String, SlackTs> beginnings = new BoundedMap<>(MAX_MESSAGES);

  /** The newest answers by the room and the beginning. Guarded by {@code this}. */
  private final Map<String, Map<SlackTs, SlackTs>> latest = new BoundedMap<>(MAX_ROOMS);

  /** Takes note of a message of a room. */
  synchronized void note(String room, JsonNode message) {
    Optional<SlackTs> ts = SlackMessages.ts(message);
    if (ts.isPresent()) {
      SlackTs begins = SlackMessages.thread(message).orElse(ts.get());
      note(room, ts.get(), begins);
      SlackMessages.latestReply(message).ifPresent(reply -> noteReply(room, ts.get(), reply));
    }
  }

  /** Takes note of a message and of the beginning of its thread, which may be itself. */
  synchronized void note(String room, SlackTs ts, SlackTs begins) {
    beginnings.put(key(room, ts), begins);
    if (!begins.equals(ts)) {
      noteReply(room, begins, ts);
    }
  }

  private void noteReply(String room, SlackTs begins, SlackTs reply) {
    latest
        .computeIfAbsent(room, first -> new BoundedMap<>(MAX_THREADS))
        .merge(begins, reply, (one, other) -> one.isAfter(other) ? one : other);
  }

  /** The beginning of the thread of a message; empty where the message is not known. */
  synchronized Optional<SlackTs> beginning(String room, SlackTs ts) {
    return Optional.ofNullable(beginnings.get(key(room, ts)));
  }

  /** The threads of a room that are known to have an answer after {@code from}. */
  synchronized List<SlackTs> changed(String room, SlackTs from) {
    return latest.getOrDefault(room, Map.of()).entrySet().stream()
        .filter(thread -> thread.getValue().isAfter(from))
        .map(Map.Entry::getKey)
        .toList();
  }

  /**
   * The threads of a room that began before {@code oldest} and may have new answers: those with the
   * newest answers.
   */
  synchronized List<SlackTs> before(String room, SlackTs oldest) {
    return latest.getOrDefault(room, Map.of()).entrySet().stream()
        .filter(thread -> oldest.isAfter(thread.getKey()))
        .sorted(Map.Entry.<SlackTs, SlackTs>comparingByValue().reversed())
        .limit(MAX_EARLIER)
        .map(Map.Entry::getKey)
        .toList();
  }

  private static String key(String room, SlackTs ts) {
    return room + "/" + ts;
  }
}
