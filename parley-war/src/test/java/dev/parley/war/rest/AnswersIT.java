package dev.parley.war.rest;

import static dev.parley.war.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.CredentialMaker;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.ToolAnswer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** The acts of a person at the page reach the agents they concern, on every path of a message. */
class AnswersIT {
  private static final Duration BOUND = Duration.ofSeconds(2);
  private static final AtomicInteger AGENTS = new AtomicInteger();
  private static RunningServer server;
  private static CredentialMaker maker;
  private static PageClient ann;

  @BeforeAll
  static void startServer() throws Exception {
    server = RunningServer.start("--rate-limit", "off");
    maker = CredentialMaker.of(server);
    ann =
        PageClient.loggedIn(
            server.base(), Map.of("token", maker.token("person", "lead", "default", "ann")));
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  private static RawMcp agent(String name) throws Exception {
    RawMcp client =
        RawMcp.at(server.mcp())
            .header("Authorization", "Bearer " + maker.token("agent", "member", "default", name))
            .header("Parley-Session", "run")
            .begin();
    client.tool("start_session", "session_id", "run").accepted();
    return client;
  }

  private static String newName() {
    return "agent-" + AGENTS.incrementAndGet();
  }

  private static void act(String method, String path, Map<String, ?> fields) {
    PageClient.Answer answer = ann.send(method, "/api/sessions/run" + path, fields);
    assertThat(answer.status()).as(answer.raw().body()).isEqualTo(200);
  }

  private static String task(RawMcp agent) {
    return agent
        .tool("create_task", "title", "Wire it", "priority", "low")
        .accepted()
        .get("task_id");
  }

  private static String review(RawMcp agent) {
    Object[] artifact = {"name", "report.md", "type", "report", "content", "c"};
    String id = agent.tool("post_artifact", artifact).accepted().get("artifact_id");
    Object[] request = {"artifact_id", id, "reviewer", "ann"};
    return agent.tool("request_review", request).accepted().get("review_id");
  }

  /** An act of a person on the work of an agent. */
  enum Deed {
    VERDICT("review_verdict", "ann requested changes to \"report.md\", version ") {
      @Override
      Runnable on(RawMcp agent, String name) {
        String review = review(agent);
        return () ->
            act(
                "POST",
                "/reviews/" + review,
                Map.of("verdict", "changes_requested", "comments", "Say more."));
      }
    },
    ASSIGNMENT("task_assigned", "ann assigned task \"Wire it\" to you.") {
      @Override
      Runnable on(RawMcp agent, String name) {
        String task = task(agent);
        return () -> act("PATCH", "/tasks/" + task, Map.of("assignee", name));
      }
    },
    CANCELLATION("task_closed", "ann closed task \"Wire it\"; your claim has ended.") {
      @Override
      Runnable on(RawMcp agent, String name) {
        String task = task(agent);
        agent.tool("claim_task", "task_id", task).accepted();
        return () -> act("PATCH", "/tasks/" + task, Map.of("status", "done"));
      }
    };

    private final String event;
    private final String text;

    Deed(String event, String text) {
      this.event = event;
      this.text = text;
    }

    /** Prepares the deed; the result does it. */
    abstract Runnable on(RawMcp agent, String name);

    private void isIn(JsonNode message) {
      assertThat(message.path("from_agent").asString()).isEqualTo("ann");
      assertThat(message.path("content").asString()).startsWith(text);
      assertThat(message.path("metadata").path("parley.event").asString()).isEqualTo(event);
    }
  }

  private static final class Times {
    private final List<String> shown = new ArrayList<>();
    private long began;

    void begin() {
      began = System.nanoTime();
    }

    void end(String path) {
      long nanos = System.nanoTime() - began;
      shown.add(path + " " + nanos / 1_000 + " us");
      assertThat(nanos).as(path).isLessThan(BOUND.toNanos());
    }
  }

  /** The time is from before the request of the page until the agent has the message. */
  @ParameterizedTest
  @EnumSource(Deed.class)
  void deed_ofAPerson_isPushed_unread_waitedForAndRead(Deed deed) throws Exception {
    for (int turn = 0; turn < 3; turn++) {
      Times times = new Times();
      pushed(deed, times);
      counted(deed, times);
      waitedFor(deed, times);
      read(deed, times);
      System.out.println("AnswersIT " + deed + ": " + String.join(", ", times.shown));
    }
  }

  private static void pushed(Deed deed, Times times) throws Exception {
    String name = newName();
    try (RawMcp agent = agent(name)) {
      agent.listen();
      Runnable doing = deed.on(agent, name);
      times.begin();
      doing.run();
      String text = agent.stream().next().content();
      times.end("push");
      assertThat(text).startsWith(deed.text);
      agent.delete();
    }
  }

  private static void counted(Deed deed, Times times) throws Exception {
    String name = newName();
    try (RawMcp agent = agent(name)) {
      Runnable doing = deed.on(agent, name);
      times.begin();
      doing.run();
      eventually("it is counted", () -> unread(agent.tool("get_server_info")) == 1);
      times.end("unread");
      assertThat(agent.tool("get_messages").text()).contains(deed.event);
      assertThat(unread(agent.tool("get_server_info"))).isZero();
      agent.delete();
    }
  }

  private static int unread(ToolAnswer answer) {
    return answer.accepted().fields().at("/unread/direct").asInt(0);
  }

  private static void waitedFor(Deed deed, Times times) throws Exception {
    String name = newName();
    try (RawMcp agent = agent(name)) {
      agent.tool("wait_for_messages", "block_ms", 0).accepted();
      Runnable doing = deed.on(agent, name);
      CountDownLatch opened = new CountDownLatch(1);
      CompletableFuture<ToolAnswer> answer =
          agent.toolLater(opened::countDown, "wait_for_messages", "block_ms", 20_000);
      assertThat(opened.await(20, TimeUnit.SECONDS)).isTrue();
      times.begin();
      doing.run();
      JsonNode direct = answer.get(20, TimeUnit.SECONDS).accepted().fields().path("direct");
      times.end("wait");
      assertThat(direct).hasSize(1);
      deed.isIn(direct.get(0));
      agent.delete();
    }
  }

  private static void read(Deed deed, Times times) throws Exception {
    String name = newName();
    try (RawMcp agent = agent(name)) {
      Runnable doing = deed.on(agent, name);
      times.begin();
      doing.run();
      JsonNode messages = agent.tool("get_messages").accepted().fields().path("messages");
      times.end("get_messages");
      List<JsonNode> direct =
          messages.valueStream().filter(one -> one.path("to_agent").isString()).toList();
      assertThat(direct).hasSize(1);
      deed.isIn(direct.get(0));
      agent.delete();
    }
  }

  @ParameterizedTest
  @EnumSource(Deed.class)
  void deed_toAnAgentThatIsAway_isThereWhenItComesBack(Deed deed) throws Exception {
    String name = newName();
    Runnable doing;
    try (RawMcp agent = agent(name)) {
      doing = deed.on(agent, name);
      agent.delete();
    }
    doing.run();
    try (RawMcp back = agent(name)) {
      eventually("it is counted", () -> unread(back.tool("get_server_info")) == 1);
      JsonNode direct =
          back.tool("wait_for_messages", "block_ms", 5_000).accepted().fields().path("direct");
      assertThat(direct).hasSize(1);
      deed.isIn(direct.get(0));
      back.delete();
    }
  }

  @Test
  void verdict_isInTheReviewsOfTheAgent() throws Exception {
    String name = newName();
    try (RawMcp agent = agent(name)) {
      Deed.VERDICT.on(agent, name).run();
      JsonNode reviews =
          agent.tool("get_reviews", "requester", name).accepted().fields().path("reviews");
      assertThat(reviews).hasSize(1);
      assertThat(reviews.get(0).path("name").asString()).isEqualTo("report.md");
      assertThat(reviews.get(0).path("status").asString()).isEqualTo("changes_requested");
      assertThat(reviews.get(0).path("comments").asString()).isEqualTo("Say more.");
      assertThat(agent.tool("get_reviews", "requester", name, "status", "pending").text())
          .contains("\"reviews\":[]");
    }
  }

  /** The message belongs to the agent; others of the session see the event without it. */
  @Test
  void verdict_isReadByThoseItConcernsAlone() throws Exception {
    String name = newName();
    try (RawMcp agent = agent(name);
        RawMcp other = agent(newName())) {
      Deed.VERDICT.on(agent, name).run();
      assertThat(agent.tool("get_messages").text()).contains("Say more.");
      assertThat(other.tool("get_messages").text()).doesNotContain("Say more.");
    }
  }

  @Test
  void metadataOfTheServer_isRefusedFromEverybody() throws Exception {
    Map<String, String> forged = Map.of("parley.event", "review_verdict");
    try (RawMcp agent = agent(newName())) {
      ToolAnswer direct =
          agent.tool("send_message", "to", "ann", "content", "c", "metadata", forged);
      ToolAnswer broadcast =
          agent.tool("send_message", "content", "c", "metadata", Map.of("PARLEY.x", "y"));
      for (ToolAnswer refused : List.of(direct, broadcast)) {
        assertThat(refused.code()).isEqualTo("invalid_argument");
        assertThat(refused.get("field")).isEqualTo("metadata");
      }
      Object[] own = {"content", "c", "metadata", Map.of("event", "x")};
      agent.tool("send_message", own).accepted();
    }
    Map<String, Object> message = Map.of("text", "c", "metadata", forged);
    PageClient.Answer posted = ann.send("POST", "/api/sessions/run/messages", message);
    assertThat(posted.status()).isEqualTo(400);
    assertThat(posted.json().path("code").asString()).isEqualTo("invalid_argument");
  }
}
