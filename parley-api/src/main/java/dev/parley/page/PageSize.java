package dev.parley.page;

import dev.parley.problem.InvalidArgument;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * The size of one page of a list: at most so many items, and at most so much of them. A page holds
 * one item at least where there is one, however much that is.
 *
 * @param limit at most this many items: 1 to {@value #MAX_LIMIT}
 * @param budget at most this much of all items together
 * @param weight the share of one item in the budget
 */
public record PageSize<T>(int limit, long budget, ToLongFunction<? super T> weight) {
  /** The most items of one page. */
  public static final int MAX_LIMIT = 1_000;

  /** Checks the limit; refused with {@code invalid_argument}. */
  public PageSize {
    if (limit < 1 || limit > MAX_LIMIT) {
      throw InvalidArgument.refusal(
          "limit", "it must be 1 to " + MAX_LIMIT, Map.of("least", 1, "limit", MAX_LIMIT));
    }
  }

  /** At most {@code limit} items, however much they are. */
  public static <T> PageSize<T> of(int limit) {
    return new PageSize<>(limit, Long.MAX_VALUE, item -> 0);
  }

  /** As many items from the front of {@code items} as a page of this size holds. */
  public List<T> firstOf(List<T> items) {
    List<T> page = new ArrayList<>();
    long left = budget;
    for (T item : items) {
      left -= weight.applyAsLong(item);
      if (page.size() == limit || (left < 0 && !page.isEmpty())) {
        break;
      }
      page.add(item);
    }
    return page;
  }

  /** As many items from the end of {@code items} as a page of this size holds, in their order. */
  public List<T> lastOf(List<T> items) {
    int from = items.size();
    long left = budget;
    while (from > 0 && items.size() - from < limit) {
      left -= weight.applyAsLong(items.get(from - 1));
      if (left < 0 && from < items.size()) {
        break;
      }
      from--;
    }
    return items.subList(from, items.size());
  }
}
