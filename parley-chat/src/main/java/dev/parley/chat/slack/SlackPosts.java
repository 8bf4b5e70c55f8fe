package dev.parley.chat.slack;

import dev.parley.chat.ChatFailure;
import dev.parley.chat.ChatMessage;
import dev.parley.chat.Envelope;
import dev.parley.chat.OutgoingMessage;
import dev.parley.engine.concurrent.BoundedMap;
import dev.parley.spi.Original;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Sends messages to channels, and knows which ones this login sent. Slack takes the same message
 * twice, so one whose nonce has arrived is not sent again.
 */
final class SlackPosts {
  private static final int MAX_SENT = 10_000;

  /** The refusals of an answer to a message that is gone. */
  private static final Set<String> NO_THREAD =
      Set.of("thread_not_found", "message_not_found", "cannot_reply_to_message");

  private final SlackCalls calls;
  private final SlackThreads threads;

  /** Guarded by {@code this}, as are the next ones. */
  private final Map<String, Boolean> sent = new BoundedMap<>(MAX_SENT);

  /** The messages that arrived, by the room, the nonce and the part. */
  private final Map<String, Original> arrived = new BoundedMap<>(MAX_SENT);

  /** The numbers of calls under way, by the room. */
  private final Map<String, Integer> underWay = new HashMap<>();

  SlackPosts(SlackCalls calls, SlackThreads threads) {
    this.calls = calls;
    this.threads = threads;
  }

  /**
   * Sends a message. An answer is in the thread of the message that it answers, and in the channel
   * too, whose history has no other answers.
   *
   * @throws ChatFailure as {@link dev.parley.chat.ChatConnection#send}
   */
  Original send(String room, OutgoingMessage message) {
    Original before = arrived(room, message.envelope());
    return before == null ? sent(room, message) : before;
  }

  private synchronized @Nullable Original arrived(String room, Envelope envelope) {
    return arrived.get(key(room, envelope));
  }

  /** Takes note of a message that came from Slack. */
  synchronized void note(String room, ChatMessage message) {
    message.envelope().ifPresent(envelope -> arrived.put(key(room, envelope), message.original()));
  }

  private static String key(String room, Envelope envelope) {
    return room + "/" + envelope.nonce() + "/" + envelope.part();
  }

  private Original sent(String room, OutgoingMessage message) {
    Optional<SlackTs> begins =
        message.inReplyTo().flatMap(SlackTs::read).flatMap(ts -> beginning(room, ts));
    String text = SlackText.sent(message.text());
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("channel", room);
    fields.put("text", text);
    fields.put("metadata", SlackMetadata.of(message, text));
    fields.put("parse", "none");
    fields.put("link_names", "false");
    fields.put("unfurl_links", "false");
    fields.put("unfurl_media", "false");
    begins(room);
    try {
      SlackTs ts = posted(fields, begins);
      threads.note(room, ts, begins.orElse(ts));
      synchronized (this) {
        sent.put(key(room, ts), true);
      }
      return ts.original();
    } finally {
      ends(room);
    }
  }

  private SlackTs posted(Map<String, String> fields, Optional<SlackTs> begins) {
    if (begins.isPresent()) {
      Map<String, String> answer = new LinkedHashMap<>(fields);
      answer.put("thread_ts", begins.get().toString());
      answer.put("reply_broadcast", "true");
      SlackAnswer answered = calls.change("chat.postMessage", answer);
      if (!NO_THREAD.contains(answered.error())) {
        return ts(answered);
      }
    }
    return ts(calls.change("chat.postMessage", fields));
  }

  private static SlackTs ts(SlackAnswer answer) {
    return SlackTs.read(answer.document().path("ts").asString(""))
        .orElseThrow(() -> ChatFailure.unknown("chat.postMessage: no ts in the answer", null));
  }

  /** The beginning of the thread of a message; empty where the message is gone. */
  private Optional<SlackTs> beginning(String room, SlackTs ts) {
    Optional<SlackTs> known = threads.beginning(room, ts);
    if (known.isPresent()) {
      return known;
    }
    SlackAnswer answer =
        calls.ask(
            "conversations.replies",
            Map.of("channel", room, "ts", ts.toString(), "limit", "1", "inclusive", "true"));
    JsonNode first = answer.body().path("messages").path(0);
    return SlackMessages.thread(first).or(() -> SlackMessages.ts(first));
  }

  private synchronized void begins(String room) {
    underWay.merge(room, 1, Integer::sum);
  }

  private synchronized void ends(String room) {
    underWay.computeIfPresent(room, (same, count) -> count == 1 ? null : count - 1);
    notifyAll();
  }

  /**
   * Returns true if this login sent a message. Where it sends one to the room now, waits for the
   * answer, and returns true if there is none in time.
   */
  synchronized boolean isOwn(String room, SlackTs ts, Duration patience) {
    long deadline = System.nanoTime() + patience.toNanos();
    while (!sent.containsKey(key(room, ts)) && underWay.containsKey(room)) {
      long left = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
      if (left <= 0) {
        return true;
      }
      try {
        wait(left);
      } catch (InterruptedException ended) {
        Thread.currentThread().interrupt();
        return true;
      }
    }
    return sent.containsKey(key(room, ts));
  }

  private static String key(String room, SlackTs ts) {
    return room + "/" + ts;
  }
}
