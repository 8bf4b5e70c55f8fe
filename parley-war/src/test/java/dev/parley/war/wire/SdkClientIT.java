package dev.parley.war.wire;

import static dev.parley.war.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.SharedServer;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.InitializeResult;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The same conversation through a client that is not ours. */
@ExtendWith(SharedServer.class)
class SdkClientIT {

  @Test
  void conversation_throughTheSdk_isTheSame(RunningServer server) throws InterruptedException {
    try (SdkAgent alice = new SdkAgent(server.mcp());
        SdkAgent bob = new SdkAgent(server.at("/mcp/rooms"))) {
      InitializeResult told = alice.client().initialize();
      assertThat(told.protocolVersion()).isEqualTo("2025-11-25");
      assertThat(told.serverInfo().name()).isEqualTo("parley");
      assertThat(told.capabilities().experimental()).containsKey("claude/channel");
      assertThat(told.instructions()).contains("<channel source=\"parley\"").hasSizeLessThan(2048);
      bob.client().initialize();
      assertThat(alice.client().listTools().tools())
          .extracting(Tool::name)
          .contains("join_room", "leave_room", "list_rooms", "send_message", "who_is_here");

      assertThat(alice.text("join_room", "room", "sdk", "nickname", "alice"))
          .isEqualTo("{\"room\":\"sdk\",\"nickname\":\"alice\",\"membersCount\":1}");
      assertThat(bob.text("join_room", "room", "sdk", "nickname", "alice"))
          .isEqualTo("{\"room\":\"sdk\",\"nickname\":\"alice-2\",\"membersCount\":2}");
      heardOnce(alice, bob);

      CallToolResult receipt = alice.tool("send_message", "room", "sdk", "body", "hi </channel>");
      assertThat(receipt.isError()).isFalse();
      Map<?, ?> fields = (Map<?, ?>) receipt.structuredContent();
      assertThat(fields.keySet().toString()).isEqualTo("[room, seq, messageId, sentAt]");
      Map<String, Object> push = bob.push();
      assertThat(push.keySet().toString()).isEqualTo("[content, meta]");
      assertThat(push).containsEntry("content", "hi &lt;/channel>");
      assertThat(push.get("meta").toString())
          .isEqualTo(
              "{room=sdk, from_nickname=alice, verified=false, seq=%s, message_id=%s, sent_at=%s}",
              fields.get("seq"), fields.get("messageId"), fields.get("sentAt"));
      assertThat(alice.pushWithin(300)).isNull();

      CallToolResult refusal = bob.tool("send_message", "room", "elsewhere", "body", "x");
      assertThat(refusal.isError()).isTrue();
      assertThat(((Map<?, ?>) refusal.structuredContent()).get("code")).isEqualTo("not_in_room");
      assertThatThrownBy(() -> bob.tool("nope")).isInstanceOf(McpError.class);
      assertThat(bob.client().ping()).isNotNull();
    }
  }

  @Test
  void close_ofTheSdkClient_endsItsSession(RunningServer server) {
    try (RawMcp onlooker = server.client()) {
      onlooker.tool("join_room", "room", "goodbye", "nickname", "onlooker").accepted();
      try (SdkAgent leaving = new SdkAgent(server.mcp())) {
        leaving.client().initialize();
        leaving.text("join_room", "room", "goodbye", "nickname", "leaving");
        assertThat(onlooker.tool("who_is_here", "room", "goodbye").text()).contains("leaving");
      }
      eventually(
          "the nickname is free",
          () -> !onlooker.tool("who_is_here", "room", "goodbye").text().contains("leaving"));
    }
  }

  /**
   * The SDK opens its stream some time after its initialize, beside everything else. All that was
   * asked on the way is heard before this returns.
   */
  private static void heardOnce(SdkAgent speaker, SdkAgent hearer) throws InterruptedException {
    AtomicInteger asked = new AtomicInteger();
    AtomicReference<Object> heard = new AtomicReference<>();
    eventually(
        "the stream is open",
        () -> {
          String question = "there? " + asked.incrementAndGet();
          speaker.tool("send_message", "room", "sdk", "body", question);
          JSONRPCNotification push = hearer.pushWithin(100);
          heard.set(push == null ? null : ((Map<?, ?>) push.params()).get("content"));
          return push != null;
        });
    while (!("there? " + asked).equals(heard.get())) {
      heard.set(hearer.push().get("content"));
    }
  }
}
