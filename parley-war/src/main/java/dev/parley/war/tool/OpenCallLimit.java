package dev.parley.war.tool;

import dev.parley.problem.LimitReached;
import dev.parley.problem.ParleyException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The calls of each session that are not answered yet. */
final class OpenCallLimit {
  private final int limit;
  private final Map<String, Integer> open = new ConcurrentHashMap<>();

  /** At most {@code limit} calls of one session. */
  OpenCallLimit(int limit) {
    this.limit = limit;
  }

  /**
   * Begins a call.
   *
   * @throws ParleyException {@code limit_reached} where the session has as many open as it may
   */
  void begin(String session) {
    open.compute(
        session,
        (id, before) -> {
          int calls = before == null ? 0 : before;
          if (calls >= limit) {
            throw new ParleyException(new LimitReached("open calls", limit));
          }
          return calls + 1;
        });
  }

  /** Ends a call that began. */
  void end(String session) {
    open.computeIfPresent(session, (id, calls) -> calls == 1 ? null : calls - 1);
  }
}
