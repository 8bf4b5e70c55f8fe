package dev.parley.page;

import dev.parley.problem.TextLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * The size of one page of a list: a maximum number of items, and a maximum of their total weight. A
 * page has at least one item where there is one, whatever its weight.
 *
 * @param limit the maximum number of items: 1 to {@value #MAX_LIMIT}
 * @param budget the maximum total weight
 * @param weight the weight of one item
 */
public record PageSize<T>(int limit, long budget, ToLongFunction<? super T> weight) {
  /** The maximum number of items of one page. */
  public static final int MAX_LIMIT = 1_000;

  /** Checks the limit; refused with {@code invalid_argument}. */
  public PageSize {
    TextLimits.range("limit", limit, 1, MAX_LIMIT);
  }

  /** Makes a size of at most {@code limit} items, of any weight. */
  public static <T> PageSize<T> of(int limit) {
    return new PageSize<>(limit, Long.MAX_VALUE, item -> 0);
  }

  /** Returns as many items from the front of {@code items} as fit. */
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

  /** Returns as many items from the end of {@code items} as fit, in their order. */
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
