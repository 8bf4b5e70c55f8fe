package dev.parley.session;

import dev.parley.message.DeliveryStatus;
import dev.parley.message.SessionMessage;
import dev.parley.message.SessionMessageDraft;
import dev.parley.page.PageSize;
import java.util.List;

/**
 * What the agents of a session say to each other, as one of them sees it. Kept as long as the
 * session.
 */
public interface SessionMessages {

  /**
   * Says {@code draft}. Whom it is for need not be known here.
   *
   * @return the message; under an idempotency key that this agent used before, the one that was
   *     said then
   * @throws dev.parley.problem.ParleyException {@code limit_reached} where the session holds as
   *     many as it may; {@code key_reused} for a key of this agent with other content; {@code
   *     rate_limited}
   */
  SessionMessage send(SessionMessageDraft draft);

  /**
   * Everything said to this agent or to everyone, in order, except what it said to everyone itself.
   *
   * @param seq read what stands after this position; 0 or less reads from the beginning
   */
  List<SessionMessage> after(long seq);

  /**
   * The first of what {@link #after(long)} answers, the oldest first. No more than the page is read
   * from the storage.
   *
   * @param seq read what stands after this position; 0 or less reads from the beginning
   */
  SessionMessagePage after(long seq, PageSize<SessionMessage> size);

  /**
   * Says that this agent has seen everything up to {@code seq}.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} for a position below 1 or
   *     above the session's last
   */
  void acknowledge(long seq);

  /**
   * Tells how far a message has got: with the one it was said to, or with everyone who has read in
   * this session.
   *
   * @throws dev.parley.problem.ParleyException {@code not_found} where no message stands there
   */
  DeliveryStatus status(long seq);
}
