package dev.parley.engine.session;

import dev.parley.engine.persistence.Transactions;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ObjLongConsumer;
import java.util.function.Predicate;

/**
 * A look at how far sessions have come, maybe on other nodes. It is one query for up to {@value
 * #MAX_AT_ONCE} sessions, because a node looks twice a second, also at sessions that have ended.
 */
final class SessionLook {
  private static final int MAX_AT_ONCE = 500;
  private static final String LAST_SEQS =
      "SELECT s.id, s.lastSeq FROM Session s WHERE s.id IN :keys";

  private final Transactions transactions;
  private final Predicate<LiveSession> isConcerned;
  private final ObjLongConsumer<LiveSession> seen;

  /**
   * Makes a look.
   *
   * @param isConcerned returns true for the sessions to look at
   * @param seen gets each of them with the number of its last change
   */
  SessionLook(
      Transactions transactions,
      Predicate<LiveSession> isConcerned,
      ObjLongConsumer<LiveSession> seen) {
    this.transactions = transactions;
    this.isConcerned = isConcerned;
    this.seen = seen;
  }

  /** Looks at those of {@code sessions} that are concerned. */
  void at(Collection<LiveSession> sessions) {
    Map<String, LiveSession> byKey = new HashMap<>();
    sessions.stream().filter(isConcerned).forEach(session -> byKey.put(session.key(), session));
    List<String> keys = new ArrayList<>(byKey.keySet());
    for (int from = 0; from < keys.size(); from += MAX_AT_ONCE) {
      List<String> some = keys.subList(from, Math.min(keys.size(), from + MAX_AT_ONCE));
      for (Object[] row : lastSeqs(some)) {
        LiveSession session = byKey.get((String) row[0]);
        if (session != null) {
          seen.accept(session, (Long) row[1]);
        }
      }
    }
  }

  private List<Object[]> lastSeqs(List<String> keys) {
    return transactions.read(
        em -> em.createQuery(LAST_SEQS, Object[].class).setParameter("keys", keys).getResultList());
  }
}
