package dev.parley.engine.concurrent;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * Listeners by key. One that throws harms neither the others nor the caller.
 *
 * @param <K> the type of the key
 * @param <L> the type of a listener
 */
public final class KeyedListeners<K, L> {
  private final Map<K, List<L>> listeners = new ConcurrentHashMap<>();

  /** Adds a listener; the result removes it. */
  public Runnable add(K key, L listener) {
    listeners.computeIfAbsent(key, k -> new CopyOnWriteArrayList<>()).add(listener);
    return () ->
        listeners.computeIfPresent(
            key,
            (k, known) -> {
              known.remove(listener);
              return known.isEmpty() ? null : known;
            });
  }

  /** Calls each listener of {@code key}. */
  public void each(K key, Consumer<L> call) {
    listeners.getOrDefault(key, List.of()).forEach(listener -> ListenerCalls.pass(listener, call));
  }

  /** Calls each listener of every key. */
  public void all(Consumer<L> call) {
    listeners
        .values()
        .forEach(some -> some.forEach(listener -> ListenerCalls.pass(listener, call)));
  }
}
