package dev.parley.chat.matrix;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.chat.emulator.Faults;
import dev.parley.chat.emulator.Faults.Fault;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The rooms of the emulator and the stream of all events. Its monitor guards all of it. */
final class MatrixEmulatorWorld {
  /** The name of the server in ids. */
  static final String SERVER = "example.org";

  private static final int MAX_EVENT = 65_536;
  private static final long LATE_MILLIS = 50;

  private final Faults faults;
  private final RandomGenerator random = RandomGenerator.getDefault();
  private final Map<String, MatrixEmulatorRoom> rooms = new LinkedHashMap<>();
  private final Map<String, String> aliases = new HashMap<>();
  private final Map<String, String> names = new HashMap<>();
  private final Map<String, String> transactions = new HashMap<>();
  private final List<MatrixEmulatorEvent> stream = new ArrayList<>();
  private MatrixEmulatorEvent late;
  private long lateSince;

  MatrixEmulatorWorld(Faults faults) {
    this.faults = faults;
  }

  /** A room by its id or alias. */
  synchronized Optional<MatrixEmulatorRoom> find(String idOrAlias) {
    return Optional.ofNullable(rooms.get(aliases.getOrDefault(idOrAlias, idOrAlias)));
  }

  /** A room of which a user is a member. */
  synchronized MatrixEmulatorRoom room(String id, String user) {
    return Optional.ofNullable(rooms.get(id))
        .filter(room -> room.has(user))
        .orElseThrow(() -> MatrixEmulatorProblem.notInRoom(user, id));
  }

  synchronized List<MatrixEmulatorRoom> joined(String user) {
    return rooms.values().stream().filter(room -> room.has(user)).toList();
  }

  /** Has a user show a name in the rooms that it joins from now on. */
  synchronized void name(String user, String shown) {
    names.put(user, shown);
  }

  synchronized String nameOf(String user) {
    return names.getOrDefault(user, MatrixIds.localPart(user));
  }

  /** Makes a room. */
  synchronized MatrixEmulatorRoom make(
      String creator, String aliasName, String name, String preset) {
    String alias = "#" + aliasName + ":" + SERVER;
    if (!aliasName.isEmpty() && aliases.containsKey(alias)) {
      throw MatrixEmulatorProblem.of(400, "M_ROOM_IN_USE", "Room alias already taken");
    }
    MatrixEmulatorRoom room = new MatrixEmulatorRoom("!" + id(12) + ":" + SERVER);
    rooms.put(room.id(), room);
    state(room, creator, "m.room.create", "", MatrixJson.object().put("room_version", "10"));
    join(room, creator);
    ObjectNode levels = MatrixJson.object();
    levels.put("users_default", 0).put("events_default", 0).put("state_default", 50);
    levels.putObject("users").put(creator, 100);
    levels.putObject("events").put("m.room.power_levels", 100);
    state(room, creator, "m.room.power_levels", "", levels);
    if (!aliasName.isEmpty()) {
      aliases.put(alias, room.id());
      state(room, creator, "m.room.canonical_alias", "", MatrixJson.object().put("alias", alias));
    }
    String rule = preset.equals("public_chat") ? "public" : "invite";
    state(room, creator, "m.room.join_rules", "", MatrixJson.object().put("join_rule", rule));
    state(
        room,
        creator,
        "m.room.history_visibility",
        "",
        MatrixJson.object().put("history_visibility", "shared"));
    state(room, creator, "m.room.name", "", MatrixJson.object().put("name", name));
    return room;
  }

  synchronized void join(MatrixEmulatorRoom room, String user) {
    if (!room.has(user)) {
      state(
          room,
          user,
          "m.room.member",
          user,
          MatrixJson.object().put("membership", "join").put("displayname", nameOf(user)));
    }
  }

  synchronized void state(
      MatrixEmulatorRoom room, String sender, String type, String key, JsonNode content) {
    add(room, event(room, type, sender, Optional.of(key), content, "", ""), false);
  }

  /** Sends an event, once in a transaction of a device. */
  synchronized String send(
      String id,
      String type,
      String transaction,
      JsonNode content,
      MatrixEmulatorAccounts.Login by) {
    MatrixEmulatorRoom room = room(id, by.user());
    String key = String.join(" ", by.user(), by.device(), id, type, transaction);
    String before = transactions.get(key);
    if (before != null) {
      return before;
    }
    if (!room.maySend(by.user(), type)) {
      throw MatrixEmulatorProblem.of(
          403, "M_FORBIDDEN", "You don't have permission to post that to the room.");
    }
    if (!content.isObject()) {
      throw MatrixEmulatorProblem.of(400, "M_BAD_JSON", "Content must be a JSON object.");
    }
    MatrixEmulatorEvent event =
        event(room, type, by.user(), Optional.empty(), content, transaction, by.device());
    // a whole event has hashes and signatures too
    if (event.json(true, "").toString().getBytes(UTF_8).length + 1_000 > MAX_EVENT) {
      throw MatrixEmulatorProblem.of(413, "M_TOO_LARGE", "event too large");
    }
    add(room, event, false);
    transactions.put(key, event.id());
    return event.id();
  }

  /** Has a person write, who joins where absent; other servers' events may come late. */
  synchronized String write(MatrixEmulatorRoom room, String user, JsonNode content) {
    join(room, user);
    MatrixEmulatorEvent event =
        event(room, "m.room.message", user, Optional.empty(), content, "", "");
    add(room, event, true);
    return event.id();
  }

  private MatrixEmulatorEvent event(
      MatrixEmulatorRoom room,
      String type,
      String sender,
      Optional<String> key,
      JsonNode content,
      String transaction,
      String device) {
    return new MatrixEmulatorEvent(
        "$" + id(32),
        room.id(),
        type,
        sender,
        System.currentTimeMillis(),
        key,
        content,
        transaction,
        device);
  }

  private void add(MatrixEmulatorRoom room, MatrixEmulatorEvent event, boolean mayBeLate) {
    room.add(event);
    if (mayBeLate && late == null && faults.isDue(Fault.LATE_EVENT)) {
      late = event;
      lateSince = System.currentTimeMillis();
    } else {
      stream.add(event);
      if (faults.isDue(Fault.DOUBLED_EVENT)) {
        stream.add(event);
      }
      addLate();
    }
    notifyAll();
  }

  private void addLate() {
    if (late != null) {
      stream.add(late);
      late = null;
    }
  }

  /** The stream so far. */
  synchronized List<MatrixEmulatorEvent> stream() {
    if (late != null && System.currentTimeMillis() - lateSince > LATE_MILLIS) {
      addLate();
    }
    return stream;
  }

  private String id(int bytes) {
    byte[] some = new byte[bytes];
    random.nextBytes(some);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(some);
  }
}
