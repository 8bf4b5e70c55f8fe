package dev.parley.engine.session;

import com.github.f4b6a3.ulid.UlidCreator;

/** Names for rows that clients see: UUIDs by their form, in the order they were given by value. */
public final class RowIds {
  private RowIds() {}

  /** The next name. */
  public static String next() {
    return UlidCreator.getMonotonicUlid().toRfc4122().toUuid().toString();
  }
}
