package dev.parley.chat.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.chat.Envelope;
import dev.parley.chat.OutgoingMessage;
import dev.parley.chat.http.ChatAnswer;
import dev.parley.chat.http.ChatHttp;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.message.TopicName;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The answers of the emulator have the fields that the OpenAPI definitions of the client-server API
 * require, in matrix-org/matrix-spec, data/api/client-server: versions, whoami, login, filter,
 * create_room, joining, directory, room_send, message_pagination, event_context,
 * room_event_by_timestamp, sync, and there in definitions: client_event,
 * client_event_without_room_id, timeline_batch, errors/error, errors/rate_limited.
 */
class MatrixSpecTest {
  private static final TopicName PLANNING =
      TopicName.of(WorkspaceId.DEFAULT, RoomName.of("planning"));
  private static final String[] EVENT = {
    "event_id", "type", "sender", "origin_server_ts", "content"
  };

  private final MatrixEmulation emulation = new MatrixEmulation();
  private ChatHttp http;
  private String room;
  private String event;

  @BeforeEach
  void write() {
    http =
        new ChatHttp(
            emulation.emulator().address(),
            Map.of("Authorization", "Bearer " + emulation.token()),
            Duration.ofSeconds(5));
    event = emulation.write(PLANNING, "zoe", "hello", Optional.empty());
    room =
        post(MatrixIds.path("join", "#parley-planning:example.org"), MatrixJson.object(), "room_id")
            .path("room_id")
            .asString();
  }

  @AfterEach
  void close() {
    emulation.close();
  }

  private static void has(JsonNode document, String... required) {
    for (String field : required) {
      assertThat(document.has(field)).as("%s in %s", field, document).isTrue();
    }
  }

  private JsonNode post(String path, ObjectNode body, String... required) {
    return checked(http.send("POST", path, body), required);
  }

  private JsonNode get(String path, Map<String, String> query, String... required) {
    return checked(http.get(path, query), required);
  }

  private static JsonNode checked(ChatAnswer answer, String... required) {
    assertThat(answer.status()).as(String.valueOf(answer.body())).isEqualTo(200);
    has(answer.document(), required);
    return answer.document();
  }

  private static void areEvents(JsonNode events, boolean hasRoom) {
    assertThat(events.isArray()).isTrue();
    for (JsonNode one : events) {
      has(one, EVENT);
      assertThat(one.path("origin_server_ts").isIntegralNumber()).isTrue();
      assertThat(one.has("room_id")).isEqualTo(hasRoom);
    }
  }

  @Test
  void accounts() {
    assertThat(get("/_matrix/client/versions", Map.of(), "versions").path("versions").isArray())
        .isTrue();
    get(MatrixIds.path("account", "whoami"), Map.of(), "user_id");
    ObjectNode login = MatrixJson.object().put("type", "m.login.password");
    login.putObject("identifier").put("type", "m.id.user").put("user", "parley");
    login.put("password", MatrixEmulation.PASSWORD);
    post(MatrixIds.path("login"), login, "access_token", "device_id", "user_id");
    String filter =
        post(
                MatrixIds.path("user", MatrixEmulation.PARLEY, "filter"),
                MatrixJson.object(),
                "filter_id")
            .path("filter_id")
            .asString();
    assertThat(filter).doesNotStartWith("{");
  }

  @Test
  void rooms() {
    post(
        MatrixIds.path("createRoom"), MatrixJson.object().put("preset", "private_chat"), "room_id");
    JsonNode found =
        get(MatrixIds.path("directory", "room", "#parley-planning:example.org"), Map.of());
    assertThat(found.path("room_id").asString()).startsWith("!");
    ObjectNode content =
        MatrixContent.of(
            new OutgoingMessage(
                "**a:** x", "N", new Envelope("a", "a", true, "N", 1, 1, "x"), Optional.empty()));
    JsonNode sent =
        checked(
            http.send("PUT", MatrixIds.path("rooms", room, "send", "m.room.message", "N"), content),
            "event_id");
    assertThat(sent.path("event_id").asString()).startsWith("$").hasSizeLessThan(256);
  }

  @Test
  void histories() {
    JsonNode page =
        get(MatrixIds.path("rooms", room, "messages"), Map.of("dir", "b"), "start", "chunk");
    areEvents(page.path("chunk"), true);
    areEvents(page.path("state"), true);
    assertThat(page.path("chunk").isEmpty()).isFalse();
    JsonNode context = get(MatrixIds.path("rooms", room, "context", event), Map.of(), "end");
    has(context.path("event"), EVENT);
    has(context.path("event"), "room_id");
    areEvents(context.path("events_before"), true);
    areEvents(context.path("events_after"), true);
    JsonNode near =
        get(
            MatrixIds.pathBelow("v1", "rooms", room, "timestamp_to_event"),
            Map.of("ts", "0", "dir", "f"),
            "event_id",
            "origin_server_ts");
    assertThat(near.path("event_id").asString()).startsWith("$");
  }

  @Test
  void streams() {
    JsonNode first = get(MatrixIds.path("sync"), Map.of("timeout", "0"), "next_batch");
    JsonNode joined = first.path("rooms").path("join").path(room);
    has(joined.path("timeline"), "events");
    areEvents(joined.path("timeline").path("events"), false);
    areEvents(joined.path("state").path("events"), false);
    JsonNode next =
        get(
            MatrixIds.path("sync"),
            Map.of("timeout", "0", "since", first.path("next_batch").asString()),
            "next_batch");
    assertThat(next.path("rooms").path("join").isEmpty()).isTrue();
  }

  @Test
  void errors() {
    String unknown = MatrixIds.path("rooms", room, "context", "$unknown");
    assertError(http.get(unknown, Map.of()), 404, "M_NOT_FOUND");
    assertError(http.get(MatrixIds.path("nothing"), Map.of()), 404, "M_UNRECOGNIZED");
    assertError(
        http.get(MatrixIds.path("rooms", room, "messages"), Map.of()), 400, "M_MISSING_PARAM");
    assertError(
        http.get(MatrixIds.path("directory", "room", "#none:example.org"), Map.of()),
        404,
        "M_NOT_FOUND");
    assertError(
        http.send(
            "PUT",
            MatrixIds.path("rooms", room, "send", "m.room.message", "N2"),
            MatrixJson.object().put("body", "x".repeat(70_000))),
        413,
        "M_TOO_LARGE");
    ChatHttp stranger =
        new ChatHttp(emulation.emulator().address(), Map.of(), Duration.ofSeconds(5));
    assertError(stranger.get(MatrixIds.path("sync"), Map.of()), 401, "M_MISSING_TOKEN");
    emulation.emulator().accounts().revoke(MatrixEmulation.PARLEY, true);
    ChatAnswer ended = http.get(MatrixIds.path("sync"), Map.of());
    assertError(ended, 401, "M_UNKNOWN_TOKEN");
    assertThat(ended.document().path("soft_logout").asBoolean()).isTrue();
    emulation.emulator().answerOnce("/sync", MatrixEmulator.limit("1"));
    assertError(http.get(MatrixIds.path("sync"), Map.of()), 429, "M_LIMIT_EXCEEDED");
  }

  private static void assertError(ChatAnswer answer, int status, String code) {
    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.document().path("errcode").asString()).isEqualTo(code);
  }
}
