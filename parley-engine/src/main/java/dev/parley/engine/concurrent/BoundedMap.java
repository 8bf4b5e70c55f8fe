package dev.parley.engine.concurrent;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A map that holds the entries used last, up to a bound. A read counts as a use. Not for several
 * threads: callers hold a lock for reads too.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public final class BoundedMap<K, V> extends LinkedHashMap<K, V> {
  private static final long serialVersionUID = 1L;

  private final int bound;

  /**
   * Makes an empty map.
   *
   * @param bound the maximum number of entries; 1 or more
   */
  public BoundedMap(int bound) {
    super(16, 0.75f, true);
    if (bound < 1) {
      throw new IllegalArgumentException("a bound is 1 or more, not " + bound);
    }
    this.bound = bound;
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    return size() > bound;
  }
}
