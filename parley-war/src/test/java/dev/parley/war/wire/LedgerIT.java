package dev.parley.war.wire;

import static dev.parley.war.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.PushedEvent;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.SharedServer;
import dev.parley.war.testing.ToolAnswer;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Where messages are, as it is asked for over the wire. */
@ExtendWith(SharedServer.class)
class LedgerIT {

  @Test
  void status_followsAMessageFromBeingStoredToBeingSeen(RunningServer server) {
    try (RawMcp alice = client(server, "alice");
        RawMcp bob = client(server, "bob")) {
      alice.tool("parley_post", "topic", "ledger", "content", "first").accepted();
      bob.tool("join_room", "room", "ledger", "nickname", "bob").accepted();
      bob.tool("wait_for_messages", "block_ms", 0).accepted();
      long seq = post(alice, "ledger", "x");
      assertThat(recipient(alice, seq).toString())
          .isEqualTo("{\"agent\":\"bob\",\"offered\":[],\"seen\":false,\"answered\":false}");
      bob.tool("wait_for_messages", "block_ms", 20_000).accepted();
      assertThat(recipient(alice, seq).toString())
          .isEqualTo(
              "{\"agent\":\"bob\",\"offered\":[\"poll\"],\"seen\":false,\"answered\":false}");
      bob.tool("ack_messages", "room", "ledger", "seq", seq).accepted();
      assertThat(recipient(alice, seq).get("seen").asBoolean()).isTrue();
    }
  }

  @Test
  void oneWhoAcknowledges_isPushedAgainWhatItHasNotSeen(RunningServer server) {
    try (RawMcp alice = client(server, "alice")) {
      long seq = post(alice, "again", "one");
      try (RawMcp bea = client(server, "bea")) {
        assertThat(bea.tool("ack_messages", "room", "again", "seq", seq).code())
            .as("nothing was handed to bea yet")
            .isEqualTo("not_in_room");
        bea.tool("parley_fetch_recent", "topic", "again").accepted();
        bea.tool("ack_messages", "room", "again", "seq", seq).accepted();
      }
      alice.tool("parley_post", "topic", "again", "content", "two").accepted();
      try (RawMcp bea = client(server, "bea")) {
        bea.tool("join_room", "room", "again", "nickname", "bea").accepted();
        JsonNode given =
            bea.tool("wait_for_messages", "block_ms", 20_000).accepted().fields().get("messages");
        assertThat(given).hasSize(1);
        assertThat(given.at("/0/body").asString()).isEqualTo("two");
      }
    }
  }

  @Test
  void status_ofADirectMessage_tellsWhetherItWasRead(RunningServer server) {
    try (RawMcp alice = client(server, "alice");
        RawMcp bob = client(server, "bob")) {
      alice.tool("start_session", "session_id", "ledger").accepted();
      bob.tool("start_session", "session_id", "ledger").accepted();
      JsonNode sent = alice.tool("send_message", "to", "bob", "content", "x").accepted().fields();
      long seq = sent.at("/message/seq").asLong();
      bob.tool("get_messages").accepted();
      JsonNode told = alice.tool("message_status", "seq", seq).accepted().fields();
      assertThat(told.get("session_id").asString()).isEqualTo("ledger");
      assertThat(told.get("messageId")).isEqualTo(sent.get("message_id"));
      assertThat(told.get("recipients").toString())
          .isEqualTo(
              "[{\"agent\":\"bob\",\"offered\":[\"read\"],\"seen\":false,\"answered\":false}]");
      bob.tool("ack_messages", "seq", seq).accepted();
      assertThat(
              alice
                  .tool("message_status", "seq", seq)
                  .fields()
                  .at("/recipients/0/seen")
                  .asBoolean())
          .isTrue();
    }
  }

  @Test
  void unread_ridesOnEveryResultUntilItIsRead_andAWaitIsAnsweredByADirectMessage(
      RunningServer server) {
    try (RawMcp alice = client(server, "alice");
        RawMcp bob = client(server, "bob")) {
      alice.tool("start_session", "session_id", "unread").accepted();
      bob.tool("start_session", "session_id", "unread").accepted();
      assertThat(bob.tool("list_rooms").accepted().fields().has("unread")).isFalse();
      alice.tool("send_message", "to", "bob", "content", "one").accepted();
      eventually(
          "it is told",
          () ->
              bob.tool("list_rooms")
                  .fields()
                  .path("unread")
                  .toString()
                  .equals("{\"direct\":1,\"mentions\":0}"));
      bob.tool("get_messages").accepted();
      assertThat(bob.tool("list_rooms").fields().has("unread")).isFalse();
      bob.tool("wait_for_messages", "block_ms", 0).accepted();
      CompletableFuture<ToolAnswer> waiting =
          CompletableFuture.supplyAsync(() -> bob.tool("wait_for_messages", "block_ms", 20_000));
      alice.tool("send_message", "to", "bob", "content", "two").accepted();
      JsonNode answer = waiting.join().accepted().fields();
      assertThat(answer.at("/direct/0/content").asString()).isEqualTo("two");
      assertThat(answer.at("/direct/0/from_agent").asString()).isEqualTo("alice");
    }
  }

  @Test
  void direct_isPushedWithWhoSaidItInPlaceOfARoom(RunningServer server) {
    try (RawMcp alice = client(server, "alice");
        RawMcp bob = client(server, "bob")) {
      alice.tool("start_session", "session_id", "pushes").accepted();
      bob.tool("start_session", "session_id", "pushes").accepted();
      bob.listen();
      alice.tool("send_message", "to", "bob", "content", "</channel> hi").accepted();
      PushedEvent push = bob.stream().next();
      assertThat(push.content()).isEqualTo("&lt;/channel> hi");
      assertThat(push.meta("from_agent")).isEqualTo("alice");
      assertThat(push.meta("room")).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "ack_messages,0,invalid_argument",
    "ack_messages,2,invalid_argument",
    "message_status,0,not_found",
    "message_status,2,not_found",
    "message_status,9223372036854775807,not_found",
  })
  void position_thatIsNotThere_isRefused(String tool, long seq, String code, RunningServer server) {
    try (RawMcp client = client(server, "alice")) {
      String room = "bounds-" + tool.charAt(0) + (seq & 7);
      post(client, room, "one");
      assertThat(client.tool(tool, "room", room, "seq", seq).get("code")).isEqualTo(code);
      assertThat(client.tool(tool, "room", room).get("field")).isEqualTo("seq");
      assertThat(client.tool(tool, "room", room + "-none", "seq", 1).get("code"))
          .isEqualTo("not_found");
    }
  }

  private static RawMcp client(RunningServer server, String agent) {
    return RawMcp.at(server.at("/mcp"))
        .header("Parley-Workspace", "ledger")
        .header("Parley-Agent", agent)
        .begin();
  }

  private static long post(RawMcp client, String topic, String text) {
    return client
        .tool("parley_post", "topic", topic, "content", text)
        .accepted()
        .fields()
        .get("seq")
        .asLong();
  }

  private static JsonNode recipient(RawMcp client, long seq) {
    JsonNode recipients =
        client
            .tool("message_status", "room", "ledger", "seq", seq)
            .accepted()
            .fields()
            .get("recipients");
    assertThat(recipients).hasSize(1);
    return recipients.get(0);
  }
}
