package dev.parley.session;

import java.util.List;

/**
 * What the agents of a session say to each other, as one of them sees it. Kept as long as the
 * session.
 */
public interface SessionMessages {

  /**
   * Says {@code draft}. Whom it is for need not be known here.
   *
   * @throws dev.parley.ParleyException {@code limit_reached} where the session holds as many as it
   *     may
   */
  SessionMessage send(SessionDraft draft);

  /**
   * Everything said to this agent or to everyone, in order, except what it said to everyone itself.
   *
   * @param seq read what stands after this position; 0 or less reads from the beginning
   */
  List<SessionMessage> after(long seq);
}
