package dev.parley.war.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.SharedServer;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/** People at the page, beside agents: one name at a time, and nobody else's. */
@ExtendWith(SharedServer.class)
class PeopleIT {

  @Test
  void login_underAnotherName_endsTheEarlierOne(RunningServer server) {
    PageClient watcher = PageClient.loggedIn(server.base(), Map.of("name", "watching"));
    PageClient person = PageClient.loggedIn(server.base(), Map.of("name", "earlier"));
    assertThat(person.get("/api/me").json().path("name").asString()).isEqualTo("earlier");
    assertThat(isOnline(watcher, "earlier")).isTrue();
    assertThat(person.send("POST", "/api/login", Map.of("name", "later")).status()).isEqualTo(200);
    assertThat(isOnline(watcher, "later")).isTrue();
    assertThat(isOnline(watcher, "earlier")).isFalse();
  }

  @Test
  void nameOfAPersonWhoIsThere_isNoAgents(RunningServer server) {
    PageClient person = PageClient.loggedIn(server.base(), Map.of("name", "wanda"));
    assertThat(person.get("/api/me").status()).isEqualTo(200);
    JsonNode refused =
        RawMcp.at(server.mcp()).header("Parley-Agent", "Wanda").initialize(RawMcp.VERSION).error();
    assertThat(refused.at("/data/code").asString()).isEqualTo("name_reserved");
    try (RawMcp agent = RawMcp.at(server.mcp()).begin()) {
      assertThat(agent.tool("send_message", "agent_id", "wanda", "content", "x").code())
          .isEqualTo("name_reserved");
      assertThat(agent.tool("join_room", "room", "people", "nickname", "wanda").code())
          .isEqualTo("name_reserved");
    }
    assertThat(person.send("POST", "/api/logout", Map.of()).status()).isEqualTo(204);
    RawMcp later = RawMcp.at(server.mcp()).header("Parley-Agent", "wanda");
    assertThat(later.initialize(RawMcp.VERSION).result().get("serverInfo")).isNotNull();
  }

  @Test
  void room_namesTheAgentsBehindNicknames(RunningServer server) {
    PageClient person = PageClient.loggedIn(server.base(), Map.of("name", "rita"));
    try (RawMcp agent = RawMcp.at(server.mcp()).header("Parley-Agent", "gpt-4.1").begin()) {
      agent.tool("join_room", "room", "dots", "nickname", "otter").accepted();
      JsonNode room = person.get("/api/rooms/dots").json();
      assertThat(room.at("/members/0").asString()).isEqualTo("otter");
      assertThat(room.at("/people/0/nickname").asString()).isEqualTo("otter");
      assertThat(room.at("/people/0/agent").asString()).isEqualTo("gpt-4.1");
    }
  }

  private static boolean isOnline(PageClient watcher, String name) {
    JsonNode agents = watcher.get("/api/agents").json().path("items");
    return StreamSupport.stream(agents.spliterator(), false)
        .filter(agent -> agent.path("id").asString().equals(name))
        .anyMatch(agent -> agent.path("online").asBoolean());
  }
}
