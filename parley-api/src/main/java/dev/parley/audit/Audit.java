package dev.parley.audit;

import dev.parley.id.AuditId;
import dev.parley.page.ListPage;
import dev.parley.problem.ParleyException;
import java.util.Optional;

/**
 * The audit of a Parley: entries that are added and never changed, and removed when they are too
 * old or too many. All methods may be called from any thread.
 *
 * <p>Parley itself records claims of tasks, verdicts, changes of the tasks of others, hook runs,
 * and permission requests with their answers. Everything else is recorded by those who know who
 * asks for it.
 */
public interface Audit {
  /**
   * Records an act. Returns at once and never fails: an entry waits in memory and is stored within
   * a second, or once the storage is back. Entries that find no room are counted, and the audit
   * then has one entry with {@link AuditAction#AUDIT_DROPPED} and their number.
   */
  void record(Act act);

  /**
   * Records an act that anybody can repeat without end, such as a refused one. Equal acts make at
   * most two entries a minute: one for the first, and one with the number of those that followed.
   * Of different acts, at most 1,000 a minute have entries of their own. Returns at once and never
   * fails.
   */
  void recordBounded(Act act);

  /**
   * Reads entries, the newest first. Entries that still wait in memory are not among them.
   *
   * @param before the entry after which the page goes on to older ones; empty for the newest
   * @param limit the maximum number of items: 1 to 1,000
   * @throws ParleyException {@code invalid_argument}; {@code unavailable}
   */
  ListPage<AuditEntry> list(AuditFilter filter, Optional<AuditId> before, int limit);
}
