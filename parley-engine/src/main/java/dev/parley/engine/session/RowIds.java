package dev.parley.engine.session;

import com.github.f4b6a3.ulid.UlidCreator;

/** Ids of rows that clients see: UUIDs in form, ordered by the time they were made. */
public final class RowIds {
  private RowIds() {}

  /** Returns the next id. */
  public static String next() {
    return UlidCreator.getMonotonicUlid().toRfc4122().toUuid().toString();
  }
}
