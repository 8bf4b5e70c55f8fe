package dev.parley.page;

import java.util.List;

/**
 * Consecutive items of a list, in the order of the list.
 *
 * @param items the items of this page
 * @param hasMore whether there were more items, in the direction of reading, when these were read
 */
public record ListPage<T>(List<T> items, boolean hasMore) {
  /** Copies the list. */
  public ListPage {
    items = List.copyOf(items);
  }

  /** Returns an empty page. */
  public static <T> ListPage<T> empty() {
    return new ListPage<>(List.of(), false);
  }
}
