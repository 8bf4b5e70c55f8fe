package dev.parley.page;

import java.util.List;

/**
 * Items of a list that follow each other, in the order of the list.
 *
 * @param items the items of this page
 * @param hasMore whether the list went on past them, in the direction it was read, when they were
 *     read
 */
public record ListPage<T>(List<T> items, boolean hasMore) {
  /** Copies the list. */
  public ListPage {
    items = List.copyOf(items);
  }

  /** A page of nothing. */
  public static <T> ListPage<T> empty() {
    return new ListPage<>(List.of(), false);
  }
}
