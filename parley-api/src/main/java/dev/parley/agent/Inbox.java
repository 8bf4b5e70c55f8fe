package dev.parley.agent;

import dev.parley.event.Event;
import dev.parley.page.PageSize;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;

/**
 * What others say in the rooms a connection is in, and in its session to its agent or to all, taken
 * by asking instead of being pushed. It is one reading of its own beside the pushes: what is pushed
 * can be taken too, once. It begins, when it is first asked, where the connection began, and with
 * the unread messages to its agent; what {@link dev.parley.message.DurableTopics} or a session's
 * messages were read of, or what was acknowledged, is passed over. Only where pushes are known to
 * be shown it begins with what was not pushed yet.
 */
public interface Inbox {
  /** The most messages one call takes. */
  int MAX_LIMIT = 1_000;

  /** The longest one call waits: less than the minute after which proxies lose patience. */
  Duration MAX_WAIT = Duration.ofSeconds(50);

  /**
   * Takes what there is, or waits for it; no thread waits meanwhile.
   *
   * @param received the {@code next} of the last answer that arrived: whatever was handed over
   *     after it is handed over again, as far as pushes are remembered. Empty: the last answer
   *     arrived.
   * @param limit at most this many, 1 to {@value #MAX_LIMIT}
   * @param patience how long to wait where there is nothing; longer than {@link #MAX_WAIT} is that
   *     long
   * @return completed as soon as there is something; with nothing once patience has ended, or
   *     another call has taken the place of this one. Cancelling it as a future ends the wait: what
   *     it had taken, and what comes later, is kept for the next call.
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} for another limit
   */
  CompletionStage<InboxBatch> await(OptionalLong received, int limit, Duration patience);

  /**
   * The same, as much as {@code size} has room for. What does not fit stays for the next call, in
   * its order, and does not count as handed over.
   *
   * @param size weighs the events that carry messages: {@link dev.parley.event.MessageArrived} and
   *     {@link dev.parley.event.DirectArrived}, each at least as much as its text has characters
   */
  CompletionStage<InboxBatch> await(OptionalLong received, PageSize<Event> size, Duration patience);

  /**
   * Notes that the answer with this {@code next} did not arrive: the next call without {@code
   * received} is answered with it again. Does nothing where it is not the last answer.
   */
  void notReceived(long next);
}
