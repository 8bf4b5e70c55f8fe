package dev.parley.war.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.ToolAnswer;
import org.junit.jupiter.api.Test;

/** A server that lets agents use some rooms only, over MCP. */
class AllowedTopicsIT {

  @Test
  void topics_thatAreNotListed_areRefusedByEveryToolThatNamesOne() {
    try (RunningServer server =
            RunningServer.launch().with("--topics", "plan", "--post-topics", "ops-.{1,3}").start();
        RawMcp client = server.client()) {
      client.tool("parley_post", "topic", "plan", "content", "c").accepted();
      client.tool("parley_post", "topic", "ops-eu", "content", "c").accepted();
      client.tool("join_room", "room", "ops-eu").accepted();
      for (String topic : new String[] {"other", "ops-east", "parley-presence"}) {
        refused(topic, client.tool("parley_post", "topic", topic, "content", "c"));
        refused(topic, client.tool("parley_reply", "topic", topic, "content", "c"));
        refused(topic, client.tool("parley_fetch_recent", "topic", topic));
        refused(topic, client.tool("parley_list_users", "topic", topic));
        refused(topic, client.tool("search_messages", "topic", topic, "query", "c"));
        refused(topic, client.tool("join_room", "room", topic));
        refused(topic, client.tool("send_message", "room", topic, "body", "c"));
        refused(topic, client.tool("who_is_here", "room", topic));
      }
    }
  }

  private static void refused(String topic, ToolAnswer answer) {
    assertThat(answer.code()).isEqualTo("topic_not_allowed");
    assertThat(answer.get("error")).isEqualTo("topic not allowed: \"" + topic + "\"");
    assertThat(answer.fields().at("/allowed/0").asString()).isEqualTo("plan");
    assertThat(answer.fields().at("/patterns/0").asString()).isEqualTo("ops-.{1,3}");
  }
}
