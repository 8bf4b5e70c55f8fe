package dev.parley.war.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.engine.ParleyBuilder;
import dev.parley.id.AgentId;
import dev.parley.id.RoomName;
import dev.parley.id.SessionId;
import dev.parley.message.Body;
import dev.parley.message.SessionMessageDraft;
import dev.parley.war.wire.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Every result that lists messages says of each whether its sender was verified. */
class VerifiedFieldTest {
  private static final RoomName DESK = RoomName.of("desk");
  private static final SessionId RUN = new SessionId("run");
  private static final Map<String, Boolean> SAID =
      Map.of("word by vera", true, "word by carl", false);

  private final Parley parley = ParleyBuilder.builder().inMemory().build();
  private final Connection vera = parley.connect(ConnectOptions.of("vera").asVerified());
  private final Connection carl = parley.connect(ConnectOptions.of("carl"));
  private final Connection reader = parley.connect(ConnectOptions.of("reader"));

  @BeforeEach
  void speak() {
    reader.rooms().join(DESK);
    var unused = reader.sessions().start(RUN);
    for (Connection speaker : new Connection[] {vera, carl}) {
      String word = "word by " + speaker.agent().value();
      speaker.topics().post(DESK, Body.of(word), Optional.empty());
      speaker
          .sessions()
          .start(RUN)
          .messages()
          .send(SessionMessageDraft.direct(new AgentId("reader"), word));
    }
  }

  @AfterEach
  void close() {
    parley.close();
  }

  @Test
  void getMessages_andTheReceiptOfSendMessage_haveIt() {
    assertThat(verified(call("get_messages"), "content")).isEqualTo(SAID);
    assertThat(
            call(vera, "send_message", Map.of("content", "x")).at("/message/verified").asBoolean())
        .isTrue();
  }

  @Test
  void waitForMessages_hasIt_inRoomsAndDirect() {
    Map<String, Boolean> rooms = new LinkedHashMap<>();
    Map<String, Boolean> direct = new LinkedHashMap<>();
    while (rooms.size() < SAID.size() || direct.size() < SAID.size()) {
      JsonNode answer = call("wait_for_messages");
      assertThat(answer.at("/messages").size() + answer.at("/direct").size()).isPositive();
      rooms.putAll(verified(answer, "body"));
      direct.putAll(verified(answer.at("/direct"), "content"));
    }
    assertThat(rooms).isEqualTo(SAID);
    assertThat(direct).isEqualTo(SAID);
  }

  @Test
  void fetchRecentAndSearch_haveIt() {
    assertThat(verified(call(reader, "parley_fetch_recent", Map.of("topic", "desk")), "content"))
        .isEqualTo(SAID);
    assertThat(verified(call(reader, "search_messages", Map.of("query", "word")), "content"))
        .isEqualTo(SAID);
  }

  /** The list of all tools has a budget of bytes; no schema of an answer forbids the field. */
  @Test
  void schemas_leaveItOut() {
    assertThat(AllTools.set().tools())
        .allSatisfy(
            tool ->
                assertThat(Json.text(tool.description()))
                    .as(tool.name())
                    .doesNotContain("\"verified\""));
  }

  private JsonNode call(String tool) {
    return call(reader, tool, Map.of());
  }

  private static JsonNode call(Connection by, String name, Map<String, Object> arguments) {
    ToolDefinition tool =
        AllTools.set().tools().stream()
            .filter(one -> one.name().equals(name))
            .findFirst()
            .orElseThrow();
    return Json.jackson()
        .valueToTree(
            tool.call(new Caller(by, ServerAddress.UNKNOWN), arguments)
                .toCompletableFuture()
                .join()
                .map());
  }

  /** Returns the field of each message of an answer, or of a list, by its text. */
  private static Map<String, Boolean> verified(JsonNode answer, String text) {
    Map<String, Boolean> verified = new LinkedHashMap<>();
    for (JsonNode message : answer.isArray() ? answer : answer.at("/messages")) {
      assertThat(message.path("verified").isBoolean()).as(message.toString()).isTrue();
      verified.put(message.path(text).asString(), message.path("verified").asBoolean());
    }
    return verified;
  }
}
