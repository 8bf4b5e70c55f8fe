package dev.parley.war.tool;

import dev.parley.event.DirectArrived;
import dev.parley.event.Event;
import dev.parley.event.MessageArrived;
import dev.parley.message.Message;
import dev.parley.message.SessionMessage;
import dev.parley.page.PageSize;
import dev.parley.war.wire.JsonTypes;
import dev.parley.war.wire.ResultFields;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The arguments and results that all tools share which answer a list in pages. */
final class Paging {
  static final String TRUNCATED = "truncated";

  /** The length of a page. */
  static final Param<Long> LIMIT =
      Param.integer(
          "limit", 1, PageSize.MAX_LIMIT, "Page size; default " + PageSize.MAX_LIMIT + ".");

  /** The bytes of an answer that are not its list. */
  private static final int ENVELOPE = 4_096;

  private Paging() {}

  /** The result that says whether the list goes on, for a schema. */
  static Map<String, Object> truncated() {
    return JsonTypes.flag();
  }

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
   * Says that the list goes on and from where; nothing where it does not.
   *
   * @param next the field that says from where
   */
  static <T> ResultFields more(
      ResultFields fields,
      boolean truncated,
      String next,
      List<T> page,
      Function<T, Object> position) {
    return truncated
        ? fields.and(TRUNCATED, true).and(next, position.apply(page.get(page.size() - 1)))
        : fields;
  }

  /** The size of a page of {@code limit} rows in the answer to {@code call}. */
  static <T> PageSize<T> size(ToolCall call, int limit, RecordSchema<T> row) {
    return new PageSize<>(limit, budget(call), item -> AnswerWeight.of(row.of(item)));
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
            return AnswerWeight.of(ofRooms.of(arrived.message()));
          }
          return event instanceof DirectArrived arrived
              ? AnswerWeight.of(ofSessions.of(arrived.message()))
              : 0;
        });
  }

  /** As many items from the front as the answer to {@code call} holds; one at least. */
  static <T> List<T> fitting(List<T> items, ToolCall call, RecordSchema<T> row) {
    long left = budget(call);
    int count = 0;
    for (T item : items) {
      left -= AnswerWeight.of(row.of(item));
      if (left < 0 && count > 0) {
        break;
      }
      count++;
    }
    return items.subList(0, count);
  }

  /** The bytes of a list in the answer to {@code call}. */
  private static long budget(ToolCall call) {
    return (long) call.caller().answerBytes() - ENVELOPE;
  }
}
