package dev.parley.agent;

import dev.parley.event.Event;
import dev.parley.page.PageSize;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;

/**
 * The messages for a connection, taken by polling: those others send in its rooms, and those sent
 * in its session to its agent or to all. The inbox has a cursor of its own beside the pushes, so a
 * pushed message can be taken once as well.
 *
 * <p>The first call begins where the connection began, and with the unread messages to its agent.
 * Messages already read through {@link dev.parley.message.DurableTopics} or a session, and
 * acknowledged ones, are skipped. Only where the client is known to show pushes, the first call
 * begins after the last push.
 */
public interface Inbox {
  /** The maximum number of messages one call takes. */
  int MAX_LIMIT = 1_000;

  /** The maximum wait of one call: less than the minute after which proxies give up. */
  Duration MAX_WAIT = Duration.ofSeconds(50);

  /**
   * Takes the messages there are, or waits for one. No thread is blocked meanwhile.
   *
   * @param received the {@code next} of the last result that arrived: everything delivered after it
   *     is delivered again, as far as pushes are remembered. Empty: the last result arrived.
   * @param limit the maximum number of messages, 1 to {@value #MAX_LIMIT}
   * @param patience the longest wait; more than {@link #MAX_WAIT} counts as {@link #MAX_WAIT}
   * @return completed as soon as there is a message; without one once patience has ended, or
   *     another call has replaced this one. Cancelling it as a future ends the wait: messages it
   *     had taken, and later ones, are left for the next call.
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} for another limit
   */
  CompletionStage<InboxBatch> await(OptionalLong received, int limit, Duration patience);

  /**
   * Takes messages as {@link #await(OptionalLong, int, Duration)}, as many as fit into {@code
   * size}. The rest stays for the next call, in order, and does not count as delivered.
   *
   * @param size weighs the events with messages: {@link dev.parley.event.MessageArrived} and {@link
   *     dev.parley.event.DirectArrived}, each at least as much as its text has characters
   */
  CompletionStage<InboxBatch> await(OptionalLong received, PageSize<Event> size, Duration patience);

  /**
   * Waits until there is something to take, and takes nothing. A waiting call of {@link #await} is
   * not disturbed.
   *
   * @param patience the longest wait; more than {@link #MAX_WAIT} counts as {@link #MAX_WAIT}
   * @return completed with true as soon as there is a message; with false once patience has ended,
   *     another call has replaced this one, or a waiting call of {@link #await} has ended
   */
  CompletionStage<Boolean> awaitArrival(Duration patience);

  /** The number of waiting messages that {@link #awaitArrival(Duration, Predicate)} looks at. */
  int MAX_LOOKED_AT = 50;

  /**
   * Waits until there is a message that {@code counts}, and takes nothing. The others stay, in
   * order. {@value #MAX_LOOKED_AT} messages that wait count whatever they are, so that none of
   * those behind them waits without end.
   *
   * @param counts accepts or rejects a {@link dev.parley.event.MessageArrived} or {@link
   *     dev.parley.event.DirectArrived}; called in order of arrival until it accepts one
   * @return as of {@link #awaitArrival(Duration)}
   */
  CompletionStage<Boolean> awaitArrival(Duration patience, Predicate<Event> counts);

  /**
   * Takes what there is for a hook of the client, which the agent does not call itself. A later
   * call of {@link #await} that names the last result it knows goes on after what was taken here.
   *
   * @return empty where a call of {@link #await} is waiting, as that gets what arrives
   */
  CompletionStage<InboxBatch> takeForHook(PageSize<Event> size);

  /** Returns true if a call of {@link #await} is waiting. */
  default boolean isAwaited() {
    return false;
  }

  /** Ends a waiting call of {@link #await}, which returns as it does once its time is over. */
  default void endWait() {}

  /**
   * Reports that the result with this {@code next} did not arrive: the call that waits, or else the
   * next one without {@code received}, returns its messages again, and those given after them. Does
   * nothing for a result without messages, one of long ago, and one of {@link #await} after which
   * that was called again.
   */
  void notReceived(long next);
}
