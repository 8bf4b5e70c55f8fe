package dev.parley.bridge;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The ids of the messages passed on last, so that none is passed on twice. Safe for all threads.
 */
final class DuplicateFilter {
  static final int KEPT = 4096;

  private final Set<String> ids = new LinkedHashSet<>();

  /** Returns true if this is the first time the id is seen; from now on it counts as seen. */
  synchronized boolean isNew(String id) {
    if (!ids.add(id)) {
      return false;
    }
    if (ids.size() > KEPT) {
      ids.remove(ids.iterator().next());
    }
    return true;
  }
}
