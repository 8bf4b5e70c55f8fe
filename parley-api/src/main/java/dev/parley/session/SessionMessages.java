package dev.parley.session;

import dev.parley.message.DeliveryStatus;
import dev.parley.message.SessionMessage;
import dev.parley.message.SessionMessageDraft;
import dev.parley.page.PageSize;
import java.util.List;

/**
 * The messages between the agents of a session, as one of them sees them. They are stored as long
 * as the session.
 *
 * <p>A verdict on a review, and a change of a task that is another agent's work, is a message as
 * well, from the agent that acted to each agent concerned: see {@link
 * dev.parley.artifact.Reviews#submit} and {@link dev.parley.task.Tasks#update}. Its metadata has
 * {@link SessionMessageDraft#EVENT} and, where they apply, {@code parley.review}, {@code
 * parley.artifact}, {@code parley.task} and {@code parley.status}. It is committed with the act. In
 * a session that has as many messages as it may, the act succeeds without the message.
 */
public interface SessionMessages {

  /**
   * Sends {@code draft}. Its recipient need not be known here.
   *
   * @return the message; under an idempotency key this agent has used before, the message sent then
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} for metadata under a key
   *     that is {@link SessionMessageDraft#isReserved reserved}; {@code limit_reached} where the
   *     session has as many as it may; {@code key_reused} for a key of this agent with other
   *     content; {@code rate_limited}
   */
  SessionMessage send(SessionMessageDraft draft);

  /**
   * Reads every message to this agent or to everyone, in order, except the agent's own to everyone.
   *
   * @param seq the number to read after; 0 or less reads from the beginning
   */
  List<SessionMessage> after(long seq);

  /**
   * Reads the first messages {@link #after(long)} returns, oldest first. Reads no more than the
   * page from the storage.
   *
   * @param seq the number to read after; 0 or less reads from the beginning
   */
  SessionMessagePage after(long seq, PageSize<SessionMessage> size);

  /**
   * Acknowledges everything up to {@code seq} for this agent.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} for a number below 1 or
   *     above the session's last
   */
  void acknowledge(long seq);

  /**
   * Returns the delivery status of a message: for its recipient, or for everyone who has read in
   * this session.
   *
   * @throws dev.parley.problem.ParleyException {@code not_found} where no message has this number
   */
  DeliveryStatus status(long seq);
}
