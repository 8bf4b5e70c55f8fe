package dev.parley.war.tool;

import dev.parley.event.DirectArrived;
import dev.parley.event.Event;
import dev.parley.event.MessageArrived;
import dev.parley.message.Message;
import dev.parley.message.SessionMessage;
import dev.parley.page.PageSize;
import dev.parley.war.wire.JsonTypes;
import dev.parley.war.wire.MaxAnswer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The arguments and results that all tools share which answer a list in pages. */
final class ToolPaging {

  /** The length of a page. */
  static final Param<Long> LIMIT =
      Param.integer("limit", 1, PageSize.MAX_LIMIT, "Default " + PageSize.MAX_LIMIT + ".");

  private ToolPaging() {}

  /**
   * Returns the number of items that a call asks for.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} for a number that no page
   *     has
   */
  static int limit(ToolCall call) {
    return call.find(LIMIT).map(Math::toIntExact).orElse(PageSize.MAX_LIMIT);
  }

  /**
   * One page of a list on the wire.
   *
   * @param rows its rows
   * @param next where the next page begins; empty where there is none
   */
  record Listed(List<?> rows, Optional<Object> next) {}

  /**
   * The page of {@code items} as {@code rows}, which goes on after the last where there are more.
   */
  static <T> Listed listed(
      List<T> items, List<?> rows, boolean more, Function<T, Object> position) {
    return new Listed(
        rows, more ? Optional.of(position.apply(items.get(items.size() - 1))) : Optional.empty());
  }

  /** The answer of a tool of the board that is a list in pages. */
  static RecordSchema<Listed> answer(
      String rows, Map<String, Object> row, String next, Map<String, Object> position) {
    return next(
        RecordSchema.<Listed>success().with(rows, JsonTypes.arrayOf(row), Listed::rows),
        next,
        position,
        Function.identity());
  }

  /** Adds to {@code answer} that its list goes on, and from where. */
  static <T> RecordSchema<T> next(
      RecordSchema<T> answer, String next, Map<String, Object> position, Function<T, Listed> list) {
    return answer
        .ifPresent(
            "truncated", JsonTypes.flag(), record -> list.apply(record).next().map(where -> true))
        .ifPresent(next, position, record -> list.apply(record).next());
  }

  /** The size of a page of {@code limit} rows in the answer to {@code call}. */
  static <T> PageSize<T> size(ToolCall call, int limit, RecordSchema<T> row) {
    return new PageSize<>(limit, budget(call), item -> JsonSizeEstimator.of(row.of(item)));
  }

  /** The size of the answer to {@code call} that lists messages of rooms and of sessions. */
  static PageSize<Event> size(
      ToolCall call,
      int limit,
      RecordSchema<Message> ofRooms,
      RecordSchema<SessionMessage> ofSessions) {
    return new PageSize<>(
        limit,
        budget(call),
        event -> {
          if (event instanceof MessageArrived arrived) {
            return JsonSizeEstimator.of(ofRooms.of(arrived.message()));
          }
          return event instanceof DirectArrived arrived
              ? JsonSizeEstimator.of(ofSessions.of(arrived.message()))
              : 0;
        });
  }

  /** As many items from the front as the answer to {@code call} holds; one at least. */
  static <T> List<T> fitting(List<T> items, ToolCall call, RecordSchema<T> row) {
    long left = budget(call);
    int count = 0;
    for (T item : items) {
      left -= JsonSizeEstimator.of(row.of(item));
      if (left < 0 && count > 0) {
        break;
      }
      count++;
    }
    return items.subList(0, count);
  }

  /** The bytes of a list in the answer to {@code call}. */
  private static long budget(ToolCall call) {
    return MaxAnswer.ofItems(call.caller().answerBytes());
  }
}
