package dev.parley.chat.zulip;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.chat.emulator.EmulatorServer;
import dev.parley.chat.emulator.EmulatorServer.Request;
import dev.parley.chat.emulator.EmulatorServer.Response;
import dev.parley.chat.emulator.Faults;
import dev.parley.chat.emulator.Faults.Fault;
import dev.parley.chat.zulip.ZulipWorld.Channel;
import dev.parley.chat.zulip.ZulipWorld.Post;
import dev.parley.chat.zulip.ZulipWorld.Queue;
import dev.parley.chat.zulip.ZulipWorld.User;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A Zulip server as the public description of its REST API has it. */
final class ZulipEmulator implements AutoCloseable {
  private static final String API = "/api/v1";
  private static final long HEARTBEAT_MILLIS = 1_000;
  private static final int MAX_PAGE = 5_000;

  final Faults faults = new Faults();
  final ZulipWorld world = new ZulipWorld(faults);
  final EmulatorServer server;

  /** Whether bots may create channels. */
  volatile boolean mayCreate = true;

  /** The most characters of a message, as an administrator has set it. */
  volatile int maxMessage = ZulipWorld.MAX_MESSAGE;

  /** The error with which all sending is refused; empty for none. */
  volatile String noPosting = "";

  ZulipEmulator() {
    server =
        new EmulatorServer(faults, ZulipEmulator::isFaulty, ZulipEmulator::limit, this::answer);
  }

  private static boolean isFaulty(Request request) {
    return request.path().startsWith(API + "/messages")
        || request.path().startsWith(API + "/events");
  }

  private static Response limit(boolean withHeader) {
    ObjectNode body = ZulipWorld.JSON.createObjectNode();
    body.put("result", "error").put("msg", "API usage exceeded rate limit");
    body.put("retry-after", 0.05).put("code", "RATE_LIMIT_HIT");
    Response response = Response.of(429, body);
    return withHeader ? response.with("Retry-After", "0.05") : response;
  }

  private Response answer(Request request) throws InterruptedException {
    try {
      return route(request)
          .with("X-RateLimit-Limit", "200")
          .with("X-RateLimit-Remaining", "199")
          .with("Vary", "Authorization");
    } catch (ZulipError error) {
      return error.answer();
    }
  }

  private Response route(Request request) throws InterruptedException {
    if (!request.path().startsWith(API + "/")) {
      return new Response(404, Map.of("Content-Type", "text/html"), "<h1>Not found</h1>");
    }
    User user = login(request);
    String path = request.path().substring(API.length());
    Map<String, String> form = request.form();
    return switch (request.method() + " " + path) {
      case "GET /users/me" -> Response.ok(me(user));
      case "GET /get_stream_id" ->
          Response.ok(success().put("stream_id", visible(user, required(form, "stream")).id));
      case "POST /users/me/subscriptions" -> Response.ok(subscribe(user, form));
      case "POST /register" -> Response.ok(register(user, form));
      case "GET /events" -> events(user, form);
      case "DELETE /events" -> {
        if (!world.drop(required(form, "queue_id"))) {
          throw ZulipError.noQueue(form.get("queue_id"));
        }
        yield Response.ok(success());
      }
      case "POST /messages" -> Response.ok(send(user, form));
      case "GET /messages" -> Response.ok(messages(form));
      default -> routeOfChannel(request.method(), path);
    };
  }

  private Response routeOfChannel(String method, String path) {
    if (method.equals("GET") && path.matches("/users/me/\\d+/topics")) {
      ObjectNode body = success();
      body.set("topics", world.topics(existing(path.split("/", -1)[3])));
      return Response.ok(body);
    }
    if (method.equals("GET") && path.matches("/streams/\\d+")) {
      Channel channel = existing(path.split("/", -1)[2]);
      ObjectNode body = success();
      body.putObject("stream")
          .put("stream_id", channel.id)
          .put("name", channel.name)
          .put("invite_only", channel.isPrivate)
          .put("is_archived", channel.isArchived);
      return Response.ok(body);
    }
    throw new ZulipError(404, "BAD_REQUEST", "Not found");
  }

  private User login(Request request) {
    String header = request.header("Authorization").orElse("");
    if (!header.startsWith("Basic ")) {
      throw new ZulipError(
          401, "UNAUTHORIZED", "Not logged in: API authentication or user session required");
    }
    String login = new String(Base64.getDecoder().decode(header.substring(6)), UTF_8);
    int colon = login.indexOf(':');
    return world.login(login.substring(0, Math.max(0, colon)), login.substring(colon + 1));
  }

  private static ObjectNode success() {
    return ZulipWorld.JSON.createObjectNode().put("result", "success").put("msg", "");
  }

  private static String required(Map<String, String> form, String name) {
    String value = form.get(name);
    if (value == null) {
      throw ZulipError.missing(name);
    }
    return value;
  }

  private static JsonNode json(Map<String, String> form, String name, String otherwise) {
    try {
      return ZulipWorld.JSON.readTree(form.getOrDefault(name, otherwise));
    } catch (JacksonException noJson) {
      throw ZulipError.bad(name + " is not valid JSON");
    }
  }

  private static ObjectNode me(User user) {
    return success()
        .put("user_id", user.id())
        .put("email", user.email())
        .put("full_name", user.name())
        .put("is_bot", user.isBot())
        .put("is_active", true)
        .put("role", 400);
  }

  private Channel existing(String id) {
    Channel channel = world.channel(Long.parseLong(id));
    if (channel == null) {
      throw ZulipError.bad("Invalid channel ID");
    }
    return channel;
  }

  private Channel visible(User user, String name) {
    Channel channel = world.channel(name);
    if (channel == null || (channel.isPrivate && !channel.members.contains(user.id()))) {
      throw ZulipError.bad("Invalid channel name '" + name + "'");
    }
    return channel;
  }

  private ObjectNode subscribe(User user, Map<String, String> form) {
    required(form, "subscriptions");
    ObjectNode body = success();
    ArrayNode unauthorized = body.putArray("unauthorized");
    ArrayNode subscribed = body.putObject("subscribed").putArray(Long.toString(user.id()));
    body.putObject("already_subscribed");
    synchronized (world) {
      for (JsonNode one : json(form, "subscriptions", "[]")) {
        String name = one.path("name").asString("");
        Channel channel = world.channel(name);
        if (channel == null && !mayCreate) {
          throw ZulipError.bad("Insufficient permission");
        }
        if (channel != null && channel.isPrivate && !channel.members.contains(user.id())) {
          unauthorized.add(name);
          continue;
        }
        Channel open = channel == null ? world.addChannel(name) : channel;
        open.members.add(user.id());
        subscribed.add(open.name);
      }
    }
    if (!unauthorized.isEmpty()
        && !form.getOrDefault("authorization_errors_fatal", "true").equals("false")) {
      throw ZulipError.bad("Unable to access channel (" + unauthorized.get(0).asString("") + ").");
    }
    return body;
  }

  private ObjectNode register(User user, Map<String, String> form) {
    String channel = null;
    for (JsonNode term : json(form, "narrow", "[]")) {
      String operator = term.path(0).asString("");
      if (!operator.equals("channel") && !operator.equals("stream")) {
        throw ZulipError.bad("Operator " + operator + " not supported.");
      }
      channel = term.path(1).asString("");
    }
    Set<String> types = new HashSet<>();
    json(form, "event_types", "[\"message\"]").forEach(type -> types.add(type.asString("")));
    Queue queue = world.register(user, channel, types);
    ObjectNode body = success().put("queue_id", queue.id).put("last_event_id", -1);
    body.put("event_queue_longpoll_timeout_seconds", 90).put("zulip_feature_level", 400);
    if (form.getOrDefault("fetch_event_types", "").contains("\"realm\"")) {
      body.put("max_message_length", maxMessage).put("max_topic_length", ZulipWorld.MAX_TOPIC);
    }
    return body;
  }

  private Response events(User user, Map<String, String> form) throws InterruptedException {
    String queue = required(form, "queue_id");
    if (faults.isDue(Fault.EXPIRED)) {
      world.drop(queue);
    }
    boolean isQuick = form.getOrDefault("dont_block", "false").equals("true");
    long until = System.currentTimeMillis() + (isQuick ? 0 : HEARTBEAT_MILLIS);
    long last = Long.parseLong(form.getOrDefault("last_event_id", "-1"));
    ObjectNode body = success().put("queue_id", queue);
    ArrayNode events = body.putArray("events");
    world.events(user, queue, last, until).forEach(events::add);
    if (faults.isDue(Fault.CUT_STREAM)) {
      return new Response(504, Map.of("Content-Type", "text/html"), "<h1>Gateway time-out</h1>");
    }
    return Response.ok(body);
  }

  private ObjectNode send(User user, Map<String, String> form) {
    String type = required(form, "type");
    String to = required(form, "to");
    String content = required(form, "content");
    if (!type.equals("stream") && !type.equals("channel")) {
      throw ZulipError.bad("Invalid type parameter");
    }
    String topic = required(form, "topic");
    if (form.containsKey("local_id") && !form.containsKey("queue_id")) {
      throw ZulipError.bad("local_id requires queue_id");
    }
    if (!noPosting.isEmpty()) {
      throw ZulipError.bad(noPosting);
    }
    Channel channel =
        to.matches("\\d+")
            ? world.channel(Long.parseLong(to))
            : world.channel(to.replace("\"", ""));
    if (channel == null) {
      throw new ZulipError(
          400, "STREAM_DOES_NOT_EXIST", "Channel with ID '" + to + "' does not exist");
    }
    if (channel.isArchived || (channel.isPrivate && !channel.members.contains(user.id()))) {
      throw ZulipError.bad("Not authorized to send to channel '" + channel.name + "'");
    }
    Post post =
        world.post(
            user,
            channel,
            topic,
            content,
            form.getOrDefault("queue_id", ""),
            form.getOrDefault("local_id", ""),
            Instant.now());
    return success().put("id", post.id);
  }

  private ObjectNode messages(Map<String, String> form) {
    int before = Integer.parseInt(required(form, "num_before"));
    int after = Integer.parseInt(required(form, "num_after"));
    if (before + after > MAX_PAGE) {
      throw ZulipError.bad("Too many messages requested (maximum 5000).");
    }
    List<Post> posts = new ArrayList<>(world.posts());
    for (JsonNode term : json(form, "narrow", "[]")) {
      narrow(posts, term);
    }
    String at = required(form, "anchor");
    long anchor =
        switch (at) {
          case "newest" -> Long.MAX_VALUE;
          case "oldest", "first_unread" -> 0;
          default -> Long.parseLong(at);
        };
    boolean isIncluded = form.getOrDefault("include_anchor", "true").equals("true");
    List<Post> older = posts.stream().filter(post -> post.id < anchor).toList();
    List<Post> newer = posts.stream().filter(post -> post.id > anchor).toList();
    List<Post> found =
        new ArrayList<>(older.subList(Math.max(0, older.size() - before), older.size()));
    posts.stream().filter(post -> post.id == anchor && isIncluded).forEach(found::add);
    found.addAll(newer.subList(0, Math.min(newer.size(), after)));
    ObjectNode body = success().put("anchor", anchor).put("history_limited", false);
    body.put("found_anchor", posts.stream().anyMatch(post -> post.id == anchor));
    body.put("found_oldest", older.size() <= before);
    body.put("found_newest", newer.size() <= after);
    ArrayNode messages = body.putArray("messages");
    found.forEach(post -> messages.add(post.json()));
    return body;
  }

  private void narrow(List<Post> posts, JsonNode term) {
    JsonNode operand = term.isArray() ? term.path(1) : term.path("operand");
    String operator = (term.isArray() ? term.path(0) : term.path("operator")).asString("");
    switch (operator) {
      case "stream", "channel" -> {
        Channel channel =
            operand.isNumber()
                ? world.channel(operand.asLong(0))
                : world.channel(operand.asString(""));
        if (channel == null) {
          throw new ZulipError(400, "BAD_NARROW", "Invalid narrow operator: unknown channel");
        }
        posts.removeIf(post -> post.channel != channel);
      }
      case "topic" -> posts.removeIf(post -> !post.topic.equalsIgnoreCase(operand.asString("")));
      default -> throw new ZulipError(400, "BAD_NARROW", "Invalid narrow operator: " + operator);
    }
  }

  @Override
  public void close() {
    world.dropAll();
    server.close();
  }
}
