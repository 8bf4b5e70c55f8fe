package dev.parley.bridge;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The ids of the messages passed on last, so that none is passed on twice. Safe for all threads.
 */
final class DuplicateFilter {
  static final int KEPT = 4096;

  private final Map<String, Boolean> ids = new Oldest();

  /** Returns true if this is the first time the id is seen; from now on it counts as seen. */
  boolean isNew(String id) {
    synchronized (ids) {
      return ids.put(id, Boolean.TRUE) == null;
    }
  }

  private static final class Oldest extends LinkedHashMap<String, Boolean> {
    private static final long serialVersionUID = 1L;

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
      return size() > KEPT;
    }
  }
}
