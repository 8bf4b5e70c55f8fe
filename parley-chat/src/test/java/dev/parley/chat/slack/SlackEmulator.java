package dev.parley.chat.slack;

import dev.parley.chat.emulator.EmulatorServer;
import dev.parley.chat.emulator.EmulatorServer.Request;
import dev.parley.chat.emulator.EmulatorServer.Response;
import dev.parley.chat.emulator.Faults;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The Web API of the emulated workspace: tokens, scopes, limits and errors. */
final class SlackEmulator implements AutoCloseable {
  static {
    // The server writes headers and body apart; without this, each answer waits for 40 ms.
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Set<String> FAULTY =
      Set.of("chat.postMessage", "conversations.history", "conversations.replies", "users.info");
  private static final Map<String, String> SCOPES =
      Map.of(
          "auth.test", "",
          "conversations.list", "channels:read",
          "conversations.info", "channels:read",
          "conversations.join", "channels:join",
          "conversations.create", "channels:manage",
          "conversations.history", "channels:history",
          "conversations.replies", "channels:history",
          "chat.postMessage", "chat:write",
          "users.info", "users:read");

  private final Faults faults = new Faults();
  private final SlackEmulatorSockets sockets;
  private final SlackEmulatorWorkspace workspace;
  private final SlackEmulatorMethods methods;
  private final EmulatorServer server;
  private final Map<String, AtomicInteger> calls = new ConcurrentHashMap<>();

  SlackEmulator() throws InterruptedException {
    sockets = new SlackEmulatorSockets(faults);
    workspace = new SlackEmulatorWorkspace(sockets::take);
    methods = new SlackEmulatorMethods(workspace);
    server =
        new EmulatorServer(
            faults,
            request -> FAULTY.contains(method(request)),
            withHeader -> {
              Response limited = Response.of(429, failed("ratelimited"));
              return withHeader ? limited.with("Retry-After", "1") : limited;
            },
            this::answer);
  }

  Faults faults() {
    return faults;
  }

  SlackEmulatorWorkspace workspace() {
    return workspace;
  }

  SlackEmulatorSockets sockets() {
    return sockets;
  }

  SlackEmulatorMethods methods() {
    return methods;
  }

  /** The address of the Web API. */
  URI api() {
    return URI.create(server.address() + "/api");
  }

  /** The number of calls of a method that were answered. */
  int calls(String method) {
    return calls.getOrDefault(method, new AtomicInteger()).get();
  }

  void away(boolean away) {
    server.away(away);
    sockets.away(away);
  }

  private static String method(Request request) {
    return request.path().replaceFirst("^/api/", "");
  }

  static ObjectNode failed(String error) {
    return JSON.createObjectNode().put("ok", false).put("error", error);
  }

  private Response answer(Request request) {
    String method = method(request);
    if (method.equals("emulator.limit")) {
      faults.next(Faults.Fault.LIMIT, 1);
      return Response.ok(JSON.createObjectNode().put("ok", true));
    }
    if (method.equals("emulator.disconnect")) {
      sockets.disconnect("refresh_requested");
      return Response.ok(JSON.createObjectNode().put("ok", true));
    }
    calls.computeIfAbsent(method, first -> new AtomicInteger()).incrementAndGet();
    Map<String, String> fields = fields(request);
    String token =
        request
            .header("Authorization")
            .map(header -> header.replaceFirst("^Bearer ", ""))
            .orElse(fields.getOrDefault("token", ""));
    if (token.isEmpty()) {
      return Response.ok(failed("not_authed"));
    }
    return token.startsWith("xapp-") ? ofApp(method, token) : ofAccount(method, token, fields);
  }

  /** The fields of a form; methods that read take no JSON. */
  private static Map<String, String> fields(Request request) {
    Map<String, String> fields = new LinkedHashMap<>(request.query());
    String type = request.header("Content-Type").orElse("");
    if (type.startsWith("application/x-www-form-urlencoded")
        || type.startsWith("multipart/form-data")) {
      fields.putAll(request.form());
    } else if (type.startsWith("application/json")
        && method(request).equals("chat.postMessage")
        && !request.body().isEmpty()) {
      JSON.readTree(request.body())
          .properties()
          .forEach(
              field ->
                  fields.put(
                      field.getKey(),
                      field.getValue().isValueNode()
                          ? field.getValue().asString("")
                          : field.getValue().toString()));
    }
    return fields;
  }

  private Response ofApp(String method, String token) {
    Optional<SlackEmulatorApp> app =
        workspace.apps.stream().filter(one -> one.appToken.equals(token)).findFirst();
    if (app.isEmpty()) {
      return Response.ok(failed("invalid_auth"));
    }
    if (!app.get().error.isEmpty()) {
      return Response.ok(failed(app.get().error));
    }
    if (!method.equals("apps.connections.open")) {
      return Response.ok(failed("not_allowed_token_type"));
    }
    if (!app.get().appScopes.contains("connections:write")) {
      return missing("connections:write", app.get().appScopes);
    }
    return Response.ok(
        JSON.createObjectNode().put("ok", true).put("url", sockets.ticket(app.get())));
  }

  private static Response missing(String scope, Set<String> provided) {
    return Response.ok(
        failed("missing_scope").put("needed", scope).put("provided", String.join(",", provided)));
  }

  private Response ofAccount(String method, String token, Map<String, String> fields) {
    Optional<SlackEmulatorApp> app =
        workspace.apps.stream().filter(one -> one.botToken.equals(token)).findFirst();
    boolean isPerson = token.startsWith("xoxp-") && workspace.user(token.substring(5)).isPresent();
    if (app.isEmpty() && !isPerson) {
      return Response.ok(failed("invalid_auth"));
    }
    if (app.isPresent() && !app.get().error.isEmpty()) {
      return Response.ok(failed(app.get().error));
    }
    if (method.equals("apps.connections.open")) {
      return Response.ok(failed("not_allowed_token_type"));
    }
    String scope = SCOPES.get(method);
    if (scope == null) {
      return Response.ok(failed("unknown_method").put("req_method", method));
    }
    Set<String> scopes = app.isPresent() ? app.get().scopes : Set.copyOf(SCOPES.values());
    if (!scope.isEmpty() && !scopes.contains(scope)) {
      return missing(scope, scopes).with("X-OAuth-Scopes", String.join(",", scopes));
    }
    String user = app.isPresent() ? app.get().user : token.substring(5);
    ObjectNode answer;
    try {
      answer = methods.call(method, user, app, fields);
    } catch (SlackEmulatorMethods.Failed failed) {
      answer = failed(failed.error);
    }
    return Response.ok(answer)
        .with("X-OAuth-Scopes", String.join(",", List.copyOf(scopes)))
        .with("X-Accepted-OAuth-Scopes", scope);
  }

  @Override
  public void close() {
    server.close();
    try {
      sockets.end();
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }
}
