package dev.parley.session;

import dev.parley.id.SessionId;
import dev.parley.page.ListPage;
import java.util.List;
import java.util.Optional;

/**
 * The sessions of a workspace as one connection sees them.
 *
 * <p>All methods may be called from any thread. All may be refused with {@code unavailable} while
 * the storage is away.
 */
public interface Sessions {
  /** The most sessions one call lists. */
  int MAX_LISTED = 1_000;

  /**
   * Starts {@code id}, or goes back to it where it was started before: from now on it is this
   * connection's session, and the one of every connection of the workspace that names none.
   */
  Session start(SessionId id);

  /**
   * This connection's session: the one it started; else the one it was introduced with; else the
   * workspace's last started one; else a new one, named after this moment in UTC, {@code
   * YYYY-MM-DD-HHmmss-XXXX}.
   */
  Session current();

  /**
   * The sessions there are, those that were started last first, then those that were made last.
   *
   * @param limit 1 to {@value #MAX_LISTED}
   */
  List<SessionOverview> recent(int limit);

  /**
   * The sessions that follow {@code after} in what {@link #recent(int)} answers.
   *
   * @param after the last session of the page before; empty reads from the first one
   * @param limit 1 to {@value #MAX_LISTED}
   * @throws dev.parley.problem.ParleyException {@code not_found} for a session there is not
   */
  ListPage<SessionOverview> recent(Optional<SessionId> after, int limit);

  /** The session {@code id}, where there is one: it is neither made nor started. */
  Optional<Session> find(SessionId id);

  /** The sessions that have a summary, the newest first. */
  List<SessionId> summarized();

  /**
   * Keeps {@code summary} as the summary of {@code id}, in place of the one before. The session
   * need not be known here.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} past {@value
   *     dev.parley.memory.Memory#MAX_CONTENT} characters
   */
  void saveSummary(SessionId id, String summary);

  /** The summary of {@code id}, as it was saved. */
  Optional<String> summary(SessionId id);
}
