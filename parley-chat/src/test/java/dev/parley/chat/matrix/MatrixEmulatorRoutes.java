package dev.parley.chat.matrix;

import dev.parley.chat.emulator.EmulatorServer.Request;
import dev.parley.chat.emulator.EmulatorServer.Response;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The calls of the emulator by their methods and paths. */
final class MatrixEmulatorRoutes {
  private static final String ROOT = "/_matrix/client/";

  private final MatrixEmulatorWorld world;
  private final MatrixEmulatorAccounts accounts;
  private final MatrixEmulatorReads reads;
  private final MatrixEmulatorSync sync;
  private List<String> versions = List.of("r0.6.1", "v1.1", "v1.6", "v1.11");

  MatrixEmulatorRoutes(
      MatrixEmulatorWorld world,
      MatrixEmulatorAccounts accounts,
      MatrixEmulatorReads reads,
      MatrixEmulatorSync sync) {
    this.world = world;
    this.accounts = accounts;
    this.reads = reads;
    this.sync = sync;
  }

  /** Has the server speak these versions. */
  void versions(List<String> spoken) {
    versions = spoken;
  }

  Response answer(Request request) throws InterruptedException {
    if (!request.path().startsWith(ROOT)) {
      throw unrecognized(404);
    }
    List<String> path = parts(request.path().substring(ROOT.length()));
    String call = request.method() + " " + path.get(0);
    if (call.equals("GET versions")) {
      ObjectNode answer = MatrixJson.object();
      versions.forEach(answer.putArray("versions")::add);
      answer.putObject("unstable_features");
      return Response.ok(answer);
    }
    if (path.size() < 2 || !path.get(0).matches("v[13]")) {
      throw unrecognized(404);
    }
    boolean isV1 = path.get(0).equals("v1");
    List<String> rest = path.subList(1, path.size());
    return isV1 ? byTime(request, rest) : v3(request, rest);
  }

  private static List<String> parts(String path) {
    List<String> parts = new ArrayList<>(Arrays.asList(path.split("/", -1)));
    while (parts.size() > 1 && parts.get(parts.size() - 1).isEmpty()) {
      parts.remove(parts.size() - 1);
    }
    return parts;
  }

  private Response byTime(Request request, List<String> path) {
    if (path.size() == 3 && path.get(2).equals("timestamp_to_event")) {
      return Response.ok(reads.byTime(path.get(1), request.query(), accounts.of(request)));
    }
    throw unrecognized(404);
  }

  private Response v3(Request request, List<String> path) throws InterruptedException {
    String call = request.method() + " " + path.get(0) + "/" + path.size();
    switch (call) {
      case "GET login/1" -> {
        ObjectNode flows = MatrixJson.object();
        flows.putArray("flows").addObject().put("type", "m.login.password");
        return Response.ok(flows);
      }
      case "POST login/1" -> {
        return Response.ok(accounts.login(json(request)));
      }
      default -> {
        return authorized(call, request, path, accounts.of(request));
      }
    }
  }

  private Response authorized(
      String call, Request request, List<String> path, MatrixEmulatorAccounts.Login by)
      throws InterruptedException {
    switch (call) {
      case "GET sync/1" -> {
        return sync.poll(request, by);
      }
      case "POST logout/1" -> {
        accounts.logout(request);
        return Response.ok(MatrixJson.object());
      }
      case "GET account/2" -> {
        return Response.ok(
            MatrixJson.object()
                .put("user_id", by.user())
                .put("device_id", by.device())
                .put("is_guest", false));
      }
      case "POST createRoom/1" -> {
        return created(json(request), by);
      }
      case "GET directory/3" -> {
        return directory(path.get(2));
      }
      case "POST join/2" -> {
        return join(path.get(1), by);
      }
      case "POST user/3" -> {
        checkUser(path.get(1), by);
        return Response.ok(MatrixJson.object().put("filter_id", sync.addFilter(json(request))));
      }
      case "GET user/4" -> {
        checkUser(path.get(1), by);
        return Response.ok(sync.filter(path.get(3)));
      }
      case "GET pushrules/1" -> {
        ObjectNode rules = MatrixJson.object();
        ObjectNode global = rules.putObject("global");
        List.of("override", "content", "room", "sender", "underride").forEach(global::putArray);
        return Response.ok(rules);
      }
      case "GET capabilities/1" -> {
        ObjectNode answer = MatrixJson.object();
        answer.putObject("capabilities");
        return Response.ok(answer);
      }
      case "GET profile/2" -> {
        return Response.ok(MatrixJson.object().put("displayname", world.nameOf(path.get(1))));
      }
      default -> {
        return path.get(0).equals("rooms") ? inRoom(request, path, by) : unknown(call);
      }
    }
  }

  private static Response unknown(String call) {
    if (call.startsWith("GET voip")) {
      return Response.ok(MatrixJson.object());
    }
    throw unrecognized(404);
  }

  private Response inRoom(Request request, List<String> path, MatrixEmulatorAccounts.Login by) {
    if (path.size() < 3) {
      throw unrecognized(404);
    }
    String room = path.get(1);
    switch (request.method() + " " + path.get(2) + "/" + path.size()) {
      case "POST join/3" -> {
        return join(room, by);
      }
      case "PUT send/5" -> {
        String id = world.send(room, path.get(3), path.get(4), json(request), by);
        return Response.ok(MatrixJson.object().put("event_id", id));
      }
      case "GET messages/3" -> {
        return Response.ok(reads.messages(room, request, by));
      }
      case "GET context/4" -> {
        return Response.ok(reads.context(room, path.get(3), request, by));
      }
      case "GET state/3" -> {
        ArrayNode all = MatrixJson.object().putArray("all");
        world.room(room, by.user()).state().forEach(event -> all.add(event.json(true, "")));
        return Response.ok(all);
      }
      case "GET state/4", "GET state/5" -> {
        return state(request, path, by);
      }
      default -> throw unrecognized(404);
    }
  }

  private Response state(Request request, List<String> path, MatrixEmulatorAccounts.Login by) {
    String key = path.size() > 4 ? path.get(4) : "";
    MatrixEmulatorEvent event =
        world
            .room(path.get(1), by.user())
            .state(path.get(3), key)
            .orElseThrow(() -> MatrixEmulatorProblem.of(404, "M_NOT_FOUND", "Event not found."));
    boolean isWhole = "event".equals(request.query().get("format"));
    return Response.ok(isWhole ? event.json(true, "") : event.content());
  }

  private Response created(JsonNode request, MatrixEmulatorAccounts.Login by) {
    String preset = MatrixJson.text(request, "preset");
    if (!preset.matches("|private_chat|public_chat|trusted_private_chat")) {
      throw MatrixEmulatorProblem.of(
          400, "M_INVALID_PARAM", "'" + preset + "' is not a valid preset");
    }
    String alias = MatrixJson.text(request, "room_alias_name");
    if (alias.matches(".*[:#\\s].*")) {
      throw MatrixEmulatorProblem.of(400, "M_INVALID_PARAM", "Invalid characters in room alias");
    }
    MatrixEmulatorRoom room =
        world.make(by.user(), alias, MatrixJson.text(request, "name"), preset);
    return Response.ok(MatrixJson.object().put("room_id", room.id()));
  }

  private Response directory(String alias) {
    if (!alias.startsWith("#") || alias.indexOf(':') < 0) {
      throw MatrixEmulatorProblem.of(400, "M_INVALID_PARAM", "Room alias invalid");
    }
    MatrixEmulatorRoom room =
        world
            .find(alias)
            .orElseThrow(
                () ->
                    MatrixEmulatorProblem.of(
                        404, "M_NOT_FOUND", "Room alias " + alias + " not found"));
    ObjectNode answer = MatrixJson.object().put("room_id", room.id());
    answer.putArray("servers").add(MatrixEmulatorWorld.SERVER);
    return Response.ok(answer);
  }

  private Response join(String name, MatrixEmulatorAccounts.Login by) {
    MatrixEmulatorRoom room =
        world
            .find(name)
            .orElseThrow(
                () ->
                    MatrixEmulatorProblem.of(
                        404,
                        name.startsWith("#") ? "M_NOT_FOUND" : "M_UNKNOWN",
                        "Can't join remote room because no servers that are in the room have been"
                            + " provided."));
    synchronized (world) {
      String membership = room.membership(by.user());
      if (membership.equals("ban")) {
        throw MatrixEmulatorProblem.of(403, "M_FORBIDDEN", by.user() + " is banned");
      }
      if (!room.isPublic() && !membership.equals("join") && !membership.equals("invite")) {
        throw MatrixEmulatorProblem.of(403, "M_FORBIDDEN", "You are not invited to this room.");
      }
      world.join(room, by.user());
    }
    return Response.ok(MatrixJson.object().put("room_id", room.id()));
  }

  private static void checkUser(String user, MatrixEmulatorAccounts.Login by) {
    if (!user.equals(by.user())) {
      throw MatrixEmulatorProblem.of(403, "M_FORBIDDEN", "Cannot create filters for other users");
    }
  }

  private static JsonNode json(Request request) {
    try {
      return request.json();
    } catch (JacksonException noJson) {
      throw MatrixEmulatorProblem.of(400, "M_NOT_JSON", "Content not JSON.");
    }
  }

  private static MatrixEmulatorProblem unrecognized(int status) {
    return MatrixEmulatorProblem.of(status, "M_UNRECOGNIZED", "Unrecognized request");
  }
}
