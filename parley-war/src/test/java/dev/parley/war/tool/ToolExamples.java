package dev.parley.war.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.engine.ParleyBuilder;
import dev.parley.war.reference.StableText;
import dev.parley.war.wire.Json;
import io.modelcontextprotocol.json.schema.jackson3.DefaultJsonSchemaValidator;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;

/** One call of every tool with its answer, of a run in which two agents write a parser. */
final class ToolExamples implements AutoCloseable {
  private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

  private static final ServerAddress PLACE =
      new ServerAddress(Optional.of(URI.create("http://127.0.0.1:7539/")), true, Optional.empty());

  private static final String POOL =
      """
      agents:
        builder:
          name: Builder
          emoji: B
          description: Writes code and its tests.
          tags: [code]
          tools: [get_messages, claim_task]
          systemPrompt: You write code and its tests.
        reviewer:
          name: Reviewer
          emoji: R
          description: Reads what others wrote.
          tags: [review]
          tools: [get_messages, submit_review]
          systemPrompt: You read what others wrote.
      """;

  private final Map<String, String> shown = new LinkedHashMap<>();
  private final Parley parley;
  private final Connection alice;
  private final Connection bob;

  ToolExamples(Path home) throws IOException {
    Files.writeString(home.resolve("agents.pool.yml"), POOL);
    Files.writeString(home.resolve("session-agents-parser.yml"), "agents:\n  builder:\n");
    parley = ParleyBuilder.builder().inMemory().home(home).build();
    alice = parley.connect(ConnectOptions.of("alice"));
    bob = parley.connect(ConnectOptions.of("bob"));
    talk();
    post();
    work();
    finish();
  }

  /** Returns call and answer, by the name of the set and of the tool. */
  Map<String, String> shown() {
    return shown;
  }

  private void talk() {
    show(alice, "rooms", "join_room", "room", "planning", "nickname", "alice");
    show(bob, "rooms", "join_room", "room", "planning", "nickname", "bob");
    show(alice, "rooms", "who_is_here", "room", "planning");
    show(bob, "rooms", "list_rooms");
    show(alice, "rooms", "send_message", "room", "planning", "body", "Who takes the parser?");
    show(bob, "inbox", "wait_for_messages", "block_ms", 30_000);
    show(bob, "rooms", "leave_room", "room", "planning");
  }

  private void post() {
    String id =
        show(alice, "bus", "parley_post", "topic", "log", "content", "The parser is merged.")
            .get("backendMsgId")
            .asString();
    show(
        bob,
        "bus",
        "parley_reply",
        "topic",
        "log",
        "content",
        "Then I write its page.",
        "in_reply_to",
        id);
    show(bob, "bus", "parley_fetch_recent", "topic", "log", "since", "beginning", "limit", 1);
    show(alice, "bus", "parley_list_users", "online_only", true, "filter", "b*");
    show(bob, "inbox", "ack_messages", "room", "log", "seq", 2);
    show(alice, "inbox", "message_status", "room", "log", "seq", 1);
    show(alice, "inbox", "search_messages", "query", "parser", "topic", "log");
    parley.connect(ConnectOptions.of("carol")).close();
    show(alice, "", "wake_test", "agent", "carol", "timeout_ms", 1_000);
  }

  private void work() {
    show(alice, "team", "start_session", "session_id", "parser");
    show(bob, "", "start_session", "session_id", "parser");
    show(alice, "team", "get_server_info");
    show(alice, "team", "send_message", "to", "bob", "content", "Please review the parser.");
    show(bob, "team", "get_messages", "after_seq", 0);
    String task =
        show(alice, "team", "create_task", "title", "Write the parser", "priority", "high")
            .get("task_id")
            .asString();
    show(alice, "", "create_task", "title", "Write its page", "priority", "low");
    show(alice, "team", "claim_task", "task_id", task);
    show(alice, "", "renew_claim", "task_id", task, "fencing_token", 1);
    JsonNode next = show(bob, "", "claim_next_task");
    show(bob, "", "release_claim", "task_id", next.at("/task/id").asString());
    show(alice, "team", "update_task", "task_id", task, "status", "in_review", "fencing_token", 1);
    show(alice, "team", "get_all_tasks", "status", "in_review");
  }

  private void finish() {
    String artifact =
        show(
                alice,
                "team",
                "post_artifact",
                "name",
                "parser",
                "type",
                "report",
                "content",
                "It reads all of the grammar.")
            .get("artifact_id")
            .asString();
    show(bob, "team", "get_artifact", "name", "parser");
    String review =
        show(alice, "team", "request_review", "artifact_id", artifact, "reviewer", "bob")
            .get("review_id")
            .asString();
    show(
        bob,
        "team",
        "submit_review",
        "review_id",
        review,
        "status",
        "approved",
        "comments",
        "Well done.");
    show(alice, "", "get_reviews", "reviewer", "bob");
    show(alice, "team", "write_memory", "key", "Parser", "content", "It is recursive.");
    show(alice, "team", "append_memory", "agent_id", "alice", "content", "Wrote the parser.");
    show(bob, "team", "read_memory");
    show(alice, "team", "broadcast_thinking", "content", "The page comes next.");
    show(alice, "team", "save_orchestrator_state", "state", "Parser done, page open.");
    show(alice, "team", "get_orchestrator_state");
    show(
        alice,
        "team",
        "save_session_summary",
        "session_id",
        "parser",
        "summary",
        "The parser is done.");
    show(bob, "team", "get_session_summary", "session_id", "parser");
    show(bob, "team", "list_sessions");
    show(bob, "team", "list_agents", "session_id", "parser");
    show(bob, "team", "list_pool_agents");
  }

  /** Calls a tool with names and values in turn; a second call of the same is not shown. */
  private JsonNode show(Connection by, String set, String name, Object... namesAndValues) {
    Map<String, Object> arguments = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      arguments.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    JsonNode given = Json.jackson().valueToTree(arguments);
    JsonNode answer = answer(tool(set, name), by, arguments);
    shown.putIfAbsent(
        set + "/" + name, name + " " + StableText.of(given) + "\n-> " + StableText.of(answer));
    return answer;
  }

  private static JsonNode answer(
      ToolDefinition tool, Connection by, Map<String, Object> arguments) {
    JsonNode answer =
        Json.jackson()
            .valueToTree(
                tool.call(new Caller(by, PLACE), arguments).toCompletableFuture().join().map());
    assertThat(
            new DefaultJsonSchemaValidator()
                .validate(
                    tool.description().outputSchema(), Json.jackson().convertValue(answer, OBJECT))
                .valid())
        .as("%s: %s", tool.name(), answer)
        .isTrue();
    return answer;
  }

  private static ToolDefinition tool(String set, String name) {
    List<ToolDefinition> tools =
        AllTools.sets().stream()
            .filter(one -> one.name().equals(set))
            .findFirst()
            .orElseGet(AllTools::set)
            .tools();
    return tools.stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
  }

  @Override
  public void close() {
    parley.close();
  }
}
