package dev.parley.session;

import dev.parley.id.SessionId;
import dev.parley.page.ListPage;
import java.util.List;
import java.util.Optional;

/**
 * The sessions of a workspace as one connection sees them.
 *
 * <p>All methods may be called from any thread. All may be refused with {@code unavailable} while
 * the storage is unreachable.
 */
public interface Sessions {
  /** The maximum number of sessions one call lists. */
  int MAX_LISTED = 1_000;

  /**
   * Starts {@code id}, or resumes it where it was started before. From now on it is the session of
   * this connection, and of every connection of the workspace that names none.
   */
  Session start(SessionId id);

  /**
   * Returns this connection's session. That is the one it started; else the one it connected with;
   * else the workspace's last started one; else a new one. A new one is named after the current
   * time in UTC, {@code YYYY-MM-DD-HHmmss-XXXX}.
   */
  Session current();

  /**
   * Lists the sessions: those last started first, then those last created.
   *
   * @param limit 1 to {@value #MAX_LISTED}
   */
  List<SessionOverview> recent(int limit);

  /**
   * Lists the sessions after {@code after}, in the order of {@link #recent(int)}.
   *
   * @param after the last session of the page before; empty reads from the first one
   * @param limit 1 to {@value #MAX_LISTED}
   * @throws dev.parley.problem.ParleyException {@code not_found} for an unknown session
   */
  ListPage<SessionOverview> recent(Optional<SessionId> after, int limit);

  /** Finds the session {@code id}. Neither creates nor starts it. */
  Optional<Session> find(SessionId id);

  /** Lists the sessions with a summary, newest first. */
  List<SessionId> summarized();

  /**
   * Saves {@code summary} as the summary of {@code id}, in place of the one before. The session
   * need not be known here; in one that is, {@link dev.parley.event.SummarySaved} is recorded.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} past {@value
   *     dev.parley.memory.Memory#MAX_CONTENT} characters
   */
  void saveSummary(SessionId id, String summary);

  /** Returns the saved summary of {@code id}. */
  Optional<String> summary(SessionId id);
}
