package dev.parley.chat.matrix;

import dev.parley.chat.emulator.EmulatorServer.Request;
import dev.parley.chat.http.ChatHttp;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads the history of rooms. A token {@code t3} is the place before the fourth event of a room,
 * and {@code s3} that behind the third event of the stream. The limit counts before the filter, so
 * a page may be empty while more follow.
 */
final class MatrixEmulatorReads {
  private static final int MAX_PAGE = 100;
  private static final String TOKEN = "[ts]\\d+";

  private final MatrixEmulatorWorld world;
  private int maxPage = MAX_PAGE;
  private boolean findsByTime = true;

  MatrixEmulatorReads(MatrixEmulatorWorld world) {
    this.world = world;
  }

  /** Has a page count this many events at most. */
  void maxPage(int events) {
    maxPage = events;
  }

  /** Has the server not find events by their time, as before version 1.6. */
  void findNothingByTime() {
    findsByTime = false;
  }

  ObjectNode messages(String id, Request request, MatrixEmulatorAccounts.Login by) {
    synchronized (world) {
      MatrixEmulatorRoom room = world.room(id, by.user());
      boolean isForward = isForward(request.query());
      List<MatrixEmulatorEvent> all = room.events();
      int begin = from(room, request.query().get("from"), isForward ? 0 : all.size());
      int limit = limit(request.query(), 10);
      int end = isForward ? Math.min(all.size(), begin + limit) : Math.max(0, begin - limit);
      Predicate<MatrixEmulatorEvent> filter = filter(request.query());

      ObjectNode page = MatrixJson.object().put("start", "t" + begin);
      ArrayNode chunk = page.putArray("chunk");
      Set<String> senders = new TreeSet<>();
      IntStream places =
          isForward
              ? IntStream.range(begin, end)
              : IntStream.range(end, begin).map(i -> begin - 1 - (i - end));
      places
          .mapToObj(all::get)
          .filter(event -> !room.isPurged(event))
          .filter(filter)
          .forEach(
              event -> {
                chunk.add(event.json(true, by.device()));
                senders.add(event.sender());
              });
      if (end != begin) {
        page.put("end", "t" + end);
      }
      addMembers(page.putArray("state"), room, senders);
      return page;
    }
  }

  ObjectNode context(String id, String event, Request request, MatrixEmulatorAccounts.Login by) {
    synchronized (world) {
      MatrixEmulatorRoom room = world.room(id, by.user());
      int at = room.indexOf(event);
      if (at < 0) {
        throw MatrixEmulatorProblem.of(404, "M_NOT_FOUND", "Event not found.");
      }
      List<MatrixEmulatorEvent> all = room.events();
      int limit = limit(request.query(), 10);
      int begin = Math.max(0, at - limit / 2);
      int end = Math.min(all.size(), at + 1 + limit - limit / 2);
      Predicate<MatrixEmulatorEvent> filter =
          filter(request.query()).and(other -> !room.isPurged(other));

      ObjectNode context = MatrixJson.object();
      context.put("start", "t" + begin).put("end", "t" + end);
      context.set("event", all.get(at).json(true, by.device()));
      ArrayNode before = context.putArray("events_before");
      for (int i = at - 1; i >= begin; i--) {
        addIf(filter, all.get(i), before, by);
      }
      ArrayNode after = context.putArray("events_after");
      for (int i = at + 1; i < end; i++) {
        addIf(filter, all.get(i), after, by);
      }
      addMembers(context.putArray("state"), room, Set.of(all.get(at).sender()));
      return context;
    }
  }

  private static void addIf(
      Predicate<MatrixEmulatorEvent> filter,
      MatrixEmulatorEvent event,
      ArrayNode events,
      MatrixEmulatorAccounts.Login by) {
    if (filter.test(event)) {
      events.add(event.json(true, by.device()));
    }
  }

  ObjectNode byTime(String id, Map<String, String> query, MatrixEmulatorAccounts.Login by) {
    synchronized (world) {
      if (!findsByTime) {
        throw MatrixEmulatorProblem.of(404, "M_UNRECOGNIZED", "Unrecognized request");
      }
      MatrixEmulatorRoom room = world.room(id, by.user());
      long time = Long.parseLong(required(query, "ts"));
      boolean isForward = isForward(query);
      List<MatrixEmulatorEvent> near =
          room.events().stream()
              .filter(event -> !room.isPurged(event))
              .filter(event -> isForward ? event.time() >= time : event.time() <= time)
              .toList();
      if (near.isEmpty()) {
        throw MatrixEmulatorProblem.of(404, "M_NOT_FOUND", "Unable to find event from " + time);
      }
      MatrixEmulatorEvent found = near.get(isForward ? 0 : near.size() - 1);
      return MatrixJson.object().put("event_id", found.id()).put("origin_server_ts", found.time());
    }
  }

  private static void addMembers(ArrayNode state, MatrixEmulatorRoom room, Set<String> users) {
    users.stream()
        .flatMap(user -> room.member(user).stream())
        .forEach(member -> state.add(member.json(true, "")));
  }

  private static String required(Map<String, String> query, String name) {
    return Optional.ofNullable(query.get(name))
        .orElseThrow(() -> MatrixEmulatorProblem.missingParameter(name));
  }

  private static boolean isForward(Map<String, String> query) {
    String direction = required(query, "dir");
    if (!direction.matches("[bf]")) {
      throw MatrixEmulatorProblem.of(400, "M_INVALID_PARAM", "Invalid dir " + direction);
    }
    return direction.equals("f");
  }

  private int limit(Map<String, String> query, int otherwise) {
    String limit = query.getOrDefault("limit", Integer.toString(otherwise));
    if (!limit.matches("\\d{1,9}")) {
      throw MatrixEmulatorProblem.of(400, "M_INVALID_PARAM", "Invalid limit " + limit);
    }
    return Math.min(Integer.parseInt(limit), maxPage);
  }

  private int from(MatrixEmulatorRoom room, String token, int otherwise) {
    if (token == null) {
      return otherwise;
    }
    if (!token.matches(TOKEN)) {
      throw MatrixEmulatorProblem.of(400, "M_INVALID_PARAM", "Invalid token " + token);
    }
    int number = Integer.parseInt(token.substring(1));
    if (token.startsWith("t")) {
      return Math.min(number, room.events().size());
    }
    List<MatrixEmulatorEvent> stream = world.stream();
    return stream.subList(0, Math.min(number, stream.size())).stream()
        .filter(event -> event.room().equals(room.id()))
        .mapToInt(event -> room.indexOf(event.id()) + 1)
        .max()
        .orElse(0);
  }

  /** The events that a filter lets through. */
  static Predicate<MatrixEmulatorEvent> filter(Map<String, String> query) {
    String filter = query.getOrDefault("filter", "{}");
    return types(ChatHttp.JSON.readTree(filter));
  }

  /** The events whose types a filter lets through. */
  static Predicate<MatrixEmulatorEvent> types(JsonNode filter) {
    List<String> wanted = filter.path("types").valueStream().map(JsonNode::asString).toList();
    List<String> unwanted = filter.path("not_types").valueStream().map(JsonNode::asString).toList();
    return event ->
        (!filter.has("types") || wanted.contains(event.type()))
            && !unwanted.contains(event.type())
            && !unwanted.contains("*");
  }
}
