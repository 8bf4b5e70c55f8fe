package dev.parley.chat.matrix;

import dev.parley.chat.ChatMessage;
import dev.parley.chat.http.ChatAnswer;
import dev.parley.spi.Original;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Reads what rooms have. */
final class MatrixHistory {
  private static final int MAX_PAGE = 100;

  /**
   * Events of a room, and the token of those behind them.
   *
   * @param next empty where there are no more
   */
  private record Page(List<JsonNode> events, Optional<String> next) {}

  private final MatrixSession session;
  private final MatrixEvents events;

  MatrixHistory(MatrixSession session, MatrixEvents events) {
    this.session = session;
    this.events = events;
  }

  /** The newest messages, the oldest of them first. */
  List<ChatMessage> newest(String room, int limit) {
    List<ChatMessage> messages = new ArrayList<>();
    Optional<String> from = Optional.empty();
    do {
      Page page = page(room, "b", from, limit);
      read(room, page, messages);
      from = page.next();
    } while (messages.size() < limit && from.isPresent());
    List<ChatMessage> newest = new ArrayList<>(first(messages, limit));
    Collections.reverse(newest);
    return newest;
  }

  /** The messages after {@code last}; where the server has it no more, those of its time and on. */
  List<ChatMessage> after(String room, Original last, int limit) {
    Optional<Page> context = context(room, last.id(), false);
    return context.isPresent()
        ? onward(room, context.get(), limit)
        : since(room, last.sentAt().toEpochMilli(), limit);
  }

  private List<ChatMessage> onward(String room, Page begin, int limit) {
    List<ChatMessage> messages = new ArrayList<>();
    read(room, begin, messages);
    Optional<String> next = begin.next();
    while (messages.size() < limit && next.isPresent()) {
      Page page = page(room, "f", next, limit);
      read(room, page, messages);
      next = page.next();
    }
    return first(messages, limit);
  }

  private List<ChatMessage> since(String room, long time, int limit) {
    String path = MatrixIds.pathBelow("v1", "rooms", room, "timestamp_to_event");
    Map<String, String> query = Map.of("ts", Long.toString(time), "dir", "f");
    ChatAnswer answer = session.answer(http -> http.get(path, query));
    if (MatrixErrors.code(answer).equals("M_NOT_FOUND")) {
      return List.of();
    }
    if (!answer.isOk() && !MatrixErrors.isRefusal(answer)) {
      throw MatrixErrors.failure(answer, false);
    }
    Optional<Page> context =
        answer.isOk()
            ? context(room, MatrixJson.text(answer.document(), "event_id"), true)
            : Optional.empty();
    return context.isPresent() ? onward(room, context.get(), limit) : backwards(room, time, limit);
  }

  /** For servers that find no event by its time: reads from the newest one back to it. */
  private List<ChatMessage> backwards(String room, long time, int limit) {
    Deque<ChatMessage> messages = new ArrayDeque<>();
    Optional<String> from = Optional.empty();
    boolean isPast;
    do {
      Page page = page(room, "b", from, MAX_PAGE);
      List<ChatMessage> read = new ArrayList<>();
      read(room, page, read);
      for (ChatMessage message : read) {
        if (message.original().sentAt().toEpochMilli() >= time) {
          messages.addFirst(message);
          if (messages.size() > limit) {
            messages.removeLast();
          }
        }
      }
      isPast =
          page.events().stream().anyMatch(event -> event.path("origin_server_ts").asLong(0) < time);
      from = page.next();
    } while (!isPast && from.isPresent());
    return List.copyOf(messages);
  }

  private void read(String room, Page page, List<ChatMessage> messages) {
    page.events().forEach(event -> events.read(room, event).ifPresent(messages::add));
  }

  private static List<ChatMessage> first(List<ChatMessage> messages, int limit) {
    return messages.subList(0, Math.min(limit, messages.size()));
  }

  /**
   * The events right after one, which are few, with the token of the next ones; empty where the
   * server has not got that event.
   */
  private Optional<Page> context(String room, String event, boolean isIncluded) {
    String path = MatrixIds.path("rooms", room, "context", event);
    Map<String, String> query = Map.of("limit", "1", "filter", MatrixFilters.OF_HISTORY);
    ChatAnswer answer = session.answer(http -> http.get(path, query));
    if (MatrixErrors.isRefusal(answer)) {
      return Optional.empty();
    }
    if (!answer.isOk()) {
      throw MatrixErrors.failure(answer, false);
    }
    JsonNode context = answer.document();
    events.members().learn(room, context.path("state"));
    List<JsonNode> found = new ArrayList<>();
    if (isIncluded) {
      found.add(context.path("event"));
    }
    context.path("events_after").forEach(found::add);
    return Optional.of(MatrixJson.text(context, "end"))
        .filter(end -> !end.isEmpty())
        .map(end -> new Page(found, Optional.of(end)));
  }

  private Page page(String room, String direction, Optional<String> from, int limit) {
    Map<String, String> query = new LinkedHashMap<>();
    query.put("dir", direction);
    query.put("limit", Integer.toString(Math.min(limit, MAX_PAGE)));
    query.put("filter", MatrixFilters.OF_HISTORY);
    from.ifPresent(token -> query.put("from", token));
    JsonNode page = session.read(MatrixIds.path("rooms", room, "messages"), query);
    events.members().learn(room, page.path("state"));
    List<JsonNode> chunk = page.path("chunk").valueStream().toList();
    // a server may repeat the token at the end instead of leaving it out
    Optional<String> next =
        Optional.of(MatrixJson.text(page, "end"))
            .filter(end -> !end.isEmpty() && !end.equals(from.orElse("")));
    return new Page(chunk, next);
  }
}
