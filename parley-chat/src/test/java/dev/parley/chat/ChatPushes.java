package dev.parley.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.message.Cursor;
import dev.parley.message.Message;
import dev.parley.message.TopicName;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The messages that a follower of a topic gets, with the times. */
final class ChatPushes {
  private static final long BOUND_SECONDS = 90;

  /**
   * A message that came.
   *
   * @param nanos the time in {@link System#nanoTime}
   */
  record Push(Message message, long nanos) {
    /** The milliseconds since {@code begun}, in {@link System#nanoTime}. */
    double since(long begun) {
      return (nanos - begun) / 1e6;
    }
  }

  private final BlockingQueue<Push> pushes = new LinkedBlockingQueue<>();

  private ChatPushes() {}

  /** Follows a topic from a cursor on, or from now on. */
  static ChatPushes of(ChatBackend backend, TopicName topic, Optional<Cursor> from) {
    ChatPushes made = new ChatPushes();
    backend.follow(
        topic, from, stored -> made.pushes.add(new Push(stored.message(), System.nanoTime())));
    return made;
  }

  /** The next message. */
  Push next() throws InterruptedException {
    Push next = pushes.poll(BOUND_SECONDS, TimeUnit.SECONDS);
    assertThat(next).as("a message within %d s", BOUND_SECONDS).isNotNull();
    return next;
  }

  /** The next message, which has a text: otherwise one is lost, doubled or not in order. */
  Push next(String text) throws InterruptedException {
    Push next = next();
    assertThat(next.message().text()).isEqualTo(text);
    return next;
  }

  /** Fails where a message came that nobody awaited. */
  void assertNoMore() {
    assertThat(pushes).isEmpty();
  }
}
