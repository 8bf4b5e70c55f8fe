package dev.parley.war.wire;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The fields of a result, in order. What is not there is null, or left out where that is said. */
public final class ResultFields {
  private final Map<String, @Nullable Object> all = new LinkedHashMap<>();

  private Runnable whenNotReceived = () -> {};
  private boolean isOfNothing;

  private ResultFields() {}

  /** None yet. */
  public static ResultFields none() {
    return new ResultFields();
  }

  /** The value, null too. */
  public ResultFields and(String name, @Nullable Object value) {
    all.put(name, value);
    return this;
  }

  /** The value, or null. */
  public ResultFields orNull(String name, Optional<?> value) {
    return and(name, value.orElse(null));
  }

  /** The value, where there is one. */
  public ResultFields ifPresent(String name, Optional<?> value) {
    value.ifPresent(present -> all.put(name, present));
    return this;
  }

  public ResultFields andAll(Map<String, ? extends @Nullable Object> more) {
    all.putAll(more);
    return this;
  }

  /** Runs {@code undo} where this is an answer that is known not to have arrived. */
  public ResultFields whenNotReceived(Runnable undo) {
    whenNotReceived = undo;
    return this;
  }

  public Runnable whenNotReceived() {
    return whenNotReceived;
  }

  /** Notes whether the result says that something does not exist. */
  public ResultFields isOfNothing(boolean nothing) {
    isOfNothing = nothing;
    return this;
  }

  /** Returns true if the result says that something does not exist. */
  public boolean isOfNothing() {
    return isOfNothing;
  }

  /** Returns the gathered fields, in order. */
  public Map<String, @Nullable Object> map() {
    return Collections.unmodifiableMap(all);
  }
}
