package dev.parley.chat.matrix;

import dev.parley.chat.emulator.EmulatorServer.Request;
import dev.parley.chat.emulator.EmulatorServer.Response;
import dev.parley.chat.emulator.Faults;
import dev.parley.chat.emulator.Faults.Fault;
import dev.parley.chat.http.ChatHttp;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The streams of events, and the filters of them. */
final class MatrixEmulatorSync {
  private static final int DEFAULT_TIMELINE = 10;
  private static final long LOOK_MILLIS = 20;

  private final MatrixEmulatorWorld world;
  private final Faults faults;
  private final Map<String, JsonNode> filters = new HashMap<>();

  /** The memberships that a device knows of. */
  private final Map<String, Set<String>> known = new HashMap<>();

  private int cuts;

  MatrixEmulatorSync(MatrixEmulatorWorld world, Faults faults) {
    this.world = world;
    this.faults = faults;
  }

  /** Ends all polls. */
  void cut() {
    synchronized (world) {
      cuts++;
      world.notifyAll();
    }
  }

  String addFilter(JsonNode filter) {
    synchronized (world) {
      String id = Integer.toString(filters.size());
      filters.put(id, filter);
      return id;
    }
  }

  JsonNode filter(String id) {
    synchronized (world) {
      JsonNode filter = id.startsWith("{") ? ChatHttp.JSON.readTree(id) : filters.get(id);
      if (filter == null) {
        throw MatrixEmulatorProblem.of(404, "M_NOT_FOUND", "No such filter");
      }
      return filter;
    }
  }

  /** Forgets all filters. */
  void forgetFilters() {
    synchronized (world) {
      filters.clear();
    }
  }

  /** Answers a poll. */
  Response poll(Request request, MatrixEmulatorAccounts.Login by) throws InterruptedException {
    String since = request.query().get("since");
    boolean isKnown = since == null || since.matches("s\\d+");
    if (!isKnown || (since != null && faults.isDue(Fault.EXPIRED))) {
      throw MatrixEmulatorProblem.of(400, "M_UNKNOWN", "Invalid stream token");
    }
    long timeout = Long.parseLong(request.query().getOrDefault("timeout", "0"));
    long deadline = System.currentTimeMillis() + timeout;
    synchronized (world) {
      int cutsBefore = cuts;
      JsonNode filter = filter(request.query().getOrDefault("filter", "{}"));
      ObjectNode joined = MatrixJson.object();
      for (int looked = -1; ; ) {
        if (looked != world.stream().size()) { // a poll that nobody awaits any more costs little
          looked = world.stream().size();
          joined = joined(since == null ? -1 : Integer.parseInt(since.substring(1)), filter, by);
        }
        long left = deadline - System.currentTimeMillis();
        if (cuts != cutsBefore) {
          return new Response(502, Map.of(), "<html>Bad gateway</html>");
        }
        if (!joined.isEmpty() || since == null || left <= 0) {
          return faults.isDue(Fault.CUT_STREAM)
              ? new Response(504, Map.of(), "<html>Gateway time-out</html>")
              : Response.ok(answer(joined));
        }
        world.wait(Math.min(left, LOOK_MILLIS));
      }
    }
  }

  private ObjectNode answer(ObjectNode joined) {
    ObjectNode answer = MatrixJson.object();
    answer.put("next_batch", "s" + world.stream().size());
    ObjectNode rooms = answer.putObject("rooms");
    rooms.set("join", joined);
    rooms.putObject("invite");
    rooms.putObject("leave");
    answer.putObject("account_data").putArray("events");
    answer.putObject("presence").putArray("events");
    answer.putObject("to_device").putArray("events");
    return answer;
  }

  private ObjectNode joined(int since, JsonNode filter, MatrixEmulatorAccounts.Login by) {
    JsonNode wanted = filter.path("room").path("rooms");
    Set<String> ids = new HashSet<>();
    wanted.forEach(id -> ids.add(id.asString()));
    ObjectNode joined = MatrixJson.object();
    for (MatrixEmulatorRoom room : world.joined(by.user())) {
      if (!wanted.isArray() || ids.contains(room.id())) {
        add(joined, room, since, filter.path("room"), by);
      }
    }
    return joined;
  }

  private void add(
      ObjectNode joined,
      MatrixEmulatorRoom room,
      int since,
      JsonNode filter,
      MatrixEmulatorAccounts.Login by) {
    Predicate<MatrixEmulatorEvent> types = MatrixEmulatorReads.types(filter.path("timeline"));
    List<MatrixEmulatorEvent> stream = world.stream();
    MatrixEmulatorEvent join = room.member(by.user()).orElseThrow();
    boolean isNew = since < 0 || stream.lastIndexOf(join) >= since;
    List<MatrixEmulatorEvent> events =
        (isNew
                ? room.events().stream()
                : stream.subList(Math.min(since, stream.size()), stream.size()).stream())
            .filter(event -> event.room().equals(room.id()) && !room.isPurged(event))
            .filter(types)
            .toList();
    if (events.isEmpty() && !isNew) {
      return;
    }
    int limit = filter.path("timeline").path("limit").asInt(DEFAULT_TIMELINE);
    List<MatrixEmulatorEvent> newest =
        events.subList(Math.max(0, events.size() - limit), events.size());
    ObjectNode one = joined.putObject(room.id());
    ObjectNode timeline = one.putObject("timeline");
    timeline.put("limited", newest.size() < events.size() || (isNew && since >= 0));
    int first = newest.isEmpty() ? room.events().size() : room.indexOf(newest.get(0).id());
    timeline.put("prev_batch", "t" + first);
    ArrayNode list = timeline.putArray("events");
    newest.forEach(event -> list.add(event.json(false, by.device())));
    ArrayNode state = one.putObject("state").putArray("events");
    state(room, newest, isNew, filter.path("state"), by)
        .forEach(event -> state.add(event.json(false, by.device())));
    one.putObject("ephemeral").putArray("events");
    one.putObject("account_data").putArray("events");
    one.putObject("unread_notifications").put("highlight_count", 0).put("notification_count", 0);
    one.putObject("summary").put("m.joined_member_count", 1);
  }

  /** The state before a timeline: all of it, or the members who speak and are not known yet. */
  private List<MatrixEmulatorEvent> state(
      MatrixEmulatorRoom room,
      List<MatrixEmulatorEvent> timeline,
      boolean isNew,
      JsonNode filter,
      MatrixEmulatorAccounts.Login by) {
    if (!filter.path("lazy_load_members").asBoolean(false)) {
      return isNew
          ? room.state().stream().filter(event -> !timeline.contains(event)).toList()
          : List.of();
    }
    Set<String> sent =
        known.computeIfAbsent(by.user() + " " + by.device(), first -> new HashSet<>());
    Set<String> speakers = new LinkedHashSet<>();
    timeline.forEach(event -> speakers.add(event.sender()));
    List<MatrixEmulatorEvent> members = new ArrayList<>();
    for (String speaker : speakers) {
      room.member(speaker).filter(member -> sent.add(member.id())).ifPresent(members::add);
    }
    return members;
  }
}
