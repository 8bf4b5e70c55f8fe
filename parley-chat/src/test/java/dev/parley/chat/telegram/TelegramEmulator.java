package dev.parley.chat.telegram;

import dev.parley.chat.emulator.EmulatorServer;
import dev.parley.chat.emulator.EmulatorServer.Request;
import dev.parley.chat.emulator.EmulatorServer.Response;
import dev.parley.chat.emulator.Faults;
import dev.parley.chat.http.ChatHttp;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.ObjectNode;

/** The part of the Bot API that a bot in groups uses, with people who write. */
final class TelegramEmulator implements AutoCloseable {
  static final String TOKEN = "110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw";
  static final String BOT = "parley_test_bot";
  static final long BOT_ID = 110_201_543;

  static {
    // else each answer takes 40 ms, for the server sends its head and its body apart
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private final Faults faults = new Faults();
  private final TelegramUpdateQueue updates = new TelegramUpdateQueue(faults);
  private final TelegramEmulatedSending sending = new TelegramEmulatedSending(this);
  private final Map<Long, TelegramEmulatedChat> chats = new LinkedHashMap<>();
  private final TelegramEmulatedPeople people = new TelegramEmulatedPeople();
  private final ObjectNode bot = object();
  private final EmulatorServer server;
  private volatile String webhook = "";
  private volatile boolean isRevoked;
  private volatile boolean isPrivate;
  private boolean isAway;

  /** An emulator whose faults hit sendings, and polls as well if {@code faultyPolls}. */
  TelegramEmulator(boolean faultyPolls) {
    Predicate<Request> isSending = request -> method(request).equals("sendmessage");
    Predicate<Request> isPoll = request -> method(request).equals("getupdates");
    bot.put("id", BOT_ID).put("is_bot", true).put("first_name", "Parley").put("username", BOT);
    this.server =
        new EmulatorServer(
            faults, faultyPolls ? isSending.or(isPoll) : isSending, this::limit, this::answer);
  }

  static ObjectNode object() {
    return ChatHttp.JSON.createObjectNode();
  }

  static Response ok(JsonNode result) {
    ObjectNode document = object();
    document.put("ok", true);
    document.set("result", result);
    return Response.ok(document);
  }

  static Response error(int status, String description) {
    return error(status, description, parameters -> {});
  }

  static Response error(int status, String description, Consumer<ObjectNode> parameters) {
    ObjectNode document = object();
    document.put("ok", false).put("error_code", status).put("description", description);
    ObjectNode more = object();
    parameters.accept(more);
    if (!more.isEmpty()) {
      document.set("parameters", more);
    }
    return Response.of(status, document);
  }

  private Response limit(boolean withHeader) {
    Response response =
        error(
            429,
            "Too Many Requests: retry after 1",
            parameters -> parameters.put("retry_after", 1));
    return withHeader ? response.with("Retry-After", "1") : response;
  }

  private static String method(Request request) {
    String path = request.path();
    return path.substring(path.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
  }

  private Response answer(Request request) throws InterruptedException {
    String[] path = request.path().split("/", -1);
    if (path.length != 3 || !path[1].matches("bot\\d+:[A-Za-z0-9_-]+")) {
      return error(404, "Not Found");
    }
    if (isRevoked || !path[1].equals("bot" + TOKEN)) {
      return error(401, "Unauthorized");
    }
    JsonNode arguments = arguments(request);
    return switch (method(request)) {
      case "getme" -> ok(me());
      case "getwebhookinfo" -> ok(object().put("url", webhook).put("pending_update_count", 0));
      case "deletewebhook" -> {
        webhook = "";
        yield ok(BooleanNode.TRUE);
      }
      case "getchat" -> ofChat(arguments, false, chat -> ok(chat.fullJson()));
      case "getchatmember" -> ofChat(arguments, false, chat -> member(chat, arguments));
      case "getchatmembercount" -> ofChat(arguments, true, chat -> ok(new IntNode(3)));
      case "sendmessage" -> ofChat(arguments, true, chat -> sending.send(chat, arguments));
      case "getupdates" -> poll(arguments);
      default -> error(404, "Not Found: method not found");
    };
  }

  private static JsonNode arguments(Request request) {
    if (request.header("Content-Type").orElse("").startsWith("application/json")) {
      return request.json();
    }
    ObjectNode arguments = object();
    request.form().forEach(arguments::put);
    return arguments;
  }

  private synchronized ObjectNode me() {
    return bot.deepCopy()
        .put("can_join_groups", true)
        .put("can_read_all_group_messages", !isPrivate)
        .put("supports_inline_queries", false);
  }

  private Response poll(JsonNode arguments) throws InterruptedException {
    if (!webhook.isEmpty()) {
      return error(
          409,
          "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to"
              + " delete the webhook first");
    }
    int limit = Math.min(Math.max(arguments.path("limit").asInt(100), 1), 100);
    int timeout = Math.min(Math.max(arguments.path("timeout").asInt(0), 0), 50);
    return updates.poll(arguments.path("offset").asLong(0), limit, timeout);
  }

  /** Answers for a chat that is there; {@code writes} as the real system checks for writing. */
  private synchronized Response ofChat(
      JsonNode arguments, boolean writes, Function<TelegramEmulatedChat, Response> answer) {
    String named = arguments.path("chat_id").asString("");
    if (named.isEmpty()) {
      return error(400, "Bad Request: chat_id is empty");
    }
    TelegramEmulatedChat chat =
        chats.values().stream()
            .filter(one -> named.equals(Long.toString(one.id())) || isName(named, one))
            .findFirst()
            .orElse(null);
    if (chat == null) {
      return error(400, "Bad Request: chat not found");
    }
    Long supergroup = chat.supergroup();
    if (writes && supergroup != null) {
      return error(
          400,
          "Bad Request: group chat was upgraded to a supergroup chat",
          parameters -> parameters.put("migrate_to_chat_id", supergroup));
    }
    String status = chat.member().path("status").asString("");
    if (status.equals("kicked")) {
      return error(403, "Forbidden: bot was kicked from the " + chat.type() + " chat");
    }
    if (writes && status.equals("left")) {
      return error(403, "Forbidden: bot is not a member of the " + chat.type() + " chat");
    }
    return answer.apply(chat);
  }

  private static boolean isName(String named, TelegramEmulatedChat chat) {
    return !chat.username().isEmpty() && named.equalsIgnoreCase("@" + chat.username());
  }

  private Response member(TelegramEmulatedChat chat, JsonNode arguments) {
    if (arguments.path("user_id").asLong(0) != BOT_ID) {
      return error(400, "Bad Request: user not found");
    }
    ObjectNode member = chat.member().deepCopy();
    member.set("user", bot);
    return ok(member);
  }

  /** Makes a chat: private, group, supergroup or channel. */
  synchronized TelegramEmulatedChat add(long id, String type, String username) {
    return chats.computeIfAbsent(id, first -> new TelegramEmulatedChat(id, type, username));
  }

  synchronized TelegramEmulatedChat chat(long id) {
    return Objects.requireNonNull(chats.get(id));
  }

  /** Has a person write; returns the number of the message. */
  synchronized long write(long chat, String person, String text, long answers) {
    return deliver(
        chat,
        person,
        message -> {
          message.put("text", TelegramEmulatedSending.clean(text));
          ObjectNode answered = chat(chat).message(answers);
          if (answered != null) {
            message.set("reply_to_message", TelegramEmulatedChat.answered(answered));
          }
        });
  }

  /** Has a person, or the channel itself, send a message with any content. */
  synchronized long deliver(long chat, String person, Consumer<ObjectNode> content) {
    TelegramEmulatedChat in = chat(chat);
    boolean isChannel = in.type().equals("channel");
    ObjectNode message = in.next(isChannel ? in.json() : people.person(person));
    content.accept(message);
    in.add(message);
    updates.add(isChannel ? "channel_post" : "message", message.deepCopy());
    return message.path("message_id").asLong(0);
  }

  /** Makes a group a supergroup, with or without the messages that say so. */
  synchronized void migrate(long group, long supergroup, boolean says) {
    TelegramEmulatedChat to = add(supergroup, "supergroup", "");
    chat(group).becomes(supergroup);
    if (says) {
      service(chat(group), message -> message.put("migrate_to_chat_id", supergroup));
      service(to, message -> message.put("migrate_from_chat_id", group));
    }
  }

  private void service(TelegramEmulatedChat chat, Consumer<ObjectNode> content) {
    ObjectNode message = chat.next(people.person("Zoe"));
    content.accept(message);
    updates.add("message", message);
  }

  ObjectNode bot() {
    return bot;
  }

  TelegramUpdateQueue updates() {
    return updates;
  }

  Faults faults() {
    return faults;
  }

  void webhook(String url) {
    webhook = url;
  }

  void privacyMode(boolean on) {
    isPrivate = on;
  }

  void revokeToken(boolean revoked) {
    isRevoked = revoked;
  }

  String address() {
    return server.address();
  }

  synchronized List<JsonNode> messages(long chat) {
    return chat(chat).messages();
  }

  void away(boolean away) {
    isAway = away;
    server.away(away);
  }

  /** Drops the poll that waits. */
  void cut() {
    server.away(true);
    try {
      updates.cut();
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
    server.away(isAway);
  }

  @Override
  public void close() {
    server.close();
  }
}
