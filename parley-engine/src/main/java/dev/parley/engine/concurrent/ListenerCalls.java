package dev.parley.engine.concurrent;

import dev.parley.engine.logging.Masking;
import java.util.function.Consumer;

/** Calls of code that may throw anything, where the caller and the other listeners go on. */
public final class ListenerCalls {
  private static final System.Logger LOG = System.getLogger(ListenerCalls.class.getName());

  private ListenerCalls() {}

  /** Passes {@code item} to {@code listener}; an exception or error of it is logged. */
  public static <T> void pass(T item, Consumer<? super T> listener) {
    try {
      listener.accept(item);
    } catch (RuntimeException | Error e) {
      LOG.log(
          System.Logger.Level.WARNING,
          "A listener threw an exception; it gets the next item as usual.",
          Masking.trace(e));
    }
  }
}
