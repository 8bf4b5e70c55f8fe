package dev.parley.waiting;

import dev.parley.id.RoomName;
import dev.parley.id.WaitingId;
import dev.parley.page.ListPage;
import java.util.Optional;

/**
 * The list of what waits for one person in a workspace, over all its sessions and rooms. It follows
 * from the messages, reviews and tasks themselves; only what the person puts away is stored, so
 * that it is the same on every device and every node.
 *
 * <p>What is to a name of {@link dev.parley.id.ReservedNames#PEOPLE}, or assigned to or asked of
 * it, waits for each person: an agent need not know a person's name.
 *
 * <p>An item goes when it is dismissed, and
 *
 * <ul>
 *   <li>a message to the person when the person writes to its sender alone, in the same session;
 *   <li>a message to people in general when somebody writes to its sender alone;
 *   <li>a question to everyone when somebody writes to the agent alone, or the agent does anything;
 *   <li>a mention in a session when the person writes there, to everyone or to its sender alone;
 *   <li>a review with its verdict;
 *   <li>a task when it is claimed, closed or assigned to somebody else;
 *   <li>a permission request when it is answered, expires, or its client goes.
 * </ul>
 *
 * <p>Messages about acts are no items. Messages count for 30 days, and only those among the last
 * 10,000 changes of their session. The newest 2,000 messages to the person, 2,000 mentions and
 * 2,000 questions to everyone are looked at, in at most 50 sessions. Mentions in rooms appear
 * within half a second; a server that is killed may lose those of the last half second.
 *
 * <p>All methods may be called from any thread. {@link #list} and {@link #dismiss} may be refused
 * with {@code unavailable}.
 */
public interface Waiting {
  /**
   * The maximum number of items of each sort, the newest. The sorts are messages to the person,
   * mentions, questions to everyone, reviews and tasks.
   */
  int MAX_OF_KIND = 200;

  /**
   * Lists the items, the newest first.
   *
   * @param after the last item of the page before; empty reads from the first one
   * @param limit 1 to {@value dev.parley.page.PageSize#MAX_LIMIT}
   * @throws dev.parley.problem.ParleyException {@code not_found} for an item that does not wait
   */
  ListPage<WaitingItem> list(Optional<WaitingId> after, int limit);

  /**
   * Puts an item away. A task comes back with its next change, and a review or a task that is open
   * after 180 days comes back; nothing else does. A second call does nothing.
   *
   * @throws dev.parley.problem.ParleyException {@code not_found} for an item that does not wait
   */
  void dismiss(WaitingId id);

  /**
   * Returns the same list with the open permission requests of the workspace, which wait for each
   * person who may answer them. Meant for callers that vouch that the person may: a request shows
   * what an agent is about to do.
   */
  Waiting withPermissions();

  /**
   * Puts the mentions in a room away: the person has answered them there. Never refused, as the
   * answer is sent already: mentions that the database does not put away stay.
   */
  void answeredIn(RoomName room);
}
