package dev.parley.war.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.SharedServer;
import dev.parley.war.testing.ToolAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** What is said and kept, over MCP; and the calls that wait. */
@ExtendWith(SharedServer.class)
class BusIT {
  private static final int WAITING = 300;

  @Test
  void post_isPushedToTheRoom_readByAnybody_andItsAnswerSaysWhatItAnswers(RunningServer server) {
    try (RawMcp alice = RawMcp.open(server.at("/mcp/bus")).header("Parley-Agent", "alice");
        RawMcp bob = server.client()) {
      bob.tool("join_room", "room", "plan", "nickname", "bob").accepted();
      ToolAnswer posted =
          alice.tool("parley_post", "topic", "plan", "content", "who takes it, @bob?").accepted();
      assertThat(posted.fields().get("seq").asLong()).isEqualTo(1);
      assertThat(bob.stream().next().content()).isEqualTo("who takes it, @bob?");

      bob.tool(
              "parley_reply",
              "topic",
              "plan",
              "content",
              "I do",
              "in_reply_to",
              posted.get("backendMsgId"))
          .accepted();
      bob.tool("send_message", "room", "plan", "body", "by the room").accepted();
      JsonNode page = alice.tool("parley_fetch_recent", "topic", "plan").accepted().fields();
      assertThat(page.get("hasMore").asBoolean()).isFalse();
      assertThat(page.at("/messages/0/mentions").toString()).isEqualTo("[\"bob\"]");
      assertThat(page.at("/messages/0/inReplyTo").isMissingNode()).isTrue();
      assertThat(page.at("/messages/1/content").asString()).isEqualTo("I do");
      assertThat(page.at("/messages/1/inReplyTo").asString()).isEqualTo(posted.get("backendMsgId"));
      assertThat(page.at("/messages/2/content").asString()).isEqualTo("by the room");
      assertThat(page.at("/messages/2/cursor")).isEqualTo(page.get("nextCursor"));
    }
  }

  @Test
  void fetchRecent_pageByPage_readsEachOnce(RunningServer server) {
    try (RawMcp alice = server.client()) {
      for (int i = 0; i < 5; i++) {
        alice.tool("parley_post", "topic", "pages", "content", "m" + i).accepted();
      }
      List<String> read = new ArrayList<>();
      String since = "0";
      boolean more = true;
      while (more) {
        JsonNode page =
            alice
                .tool("parley_fetch_recent", "topic", "pages", "since", since, "limit", 2)
                .fields();
        page.get("messages").forEach(message -> read.add(message.get("content").asString()));
        since = page.get("nextCursor").asString();
        more = page.get("hasMore").asBoolean();
      }
      assertThat(read).containsExactly("m0", "m1", "m2", "m3", "m4");
    }
  }

  @Test
  void fetchRecent_afterAWrongCursor_saysHowToReadFromTheBeginning(RunningServer server) {
    try (RawMcp alice = server.client()) {
      alice.tool("parley_post", "topic", "elsewhere", "content", "m0").accepted();
      alice.tool("parley_post", "topic", "begun", "content", "m1").accepted();
      alice.tool("parley_post", "topic", "begun", "content", "m2").accepted();
      String other = fetch(alice, "elsewhere", "beginning").fields().get("nextCursor").asString();
      ToolAnswer refused = fetch(alice, "begun", other);
      assertThat(refused.code()).isEqualTo("position_lost");
      assertThat(refused.get("reason")).isEqualTo("another_log");
      assertThat(refused.get("error")).contains("of another topic").contains("since \"beginning\"");
      String since = refused.get("since");
      assertThat(fetch(alice, "begun", since).fields().get("messages"))
          .extracting(message -> message.get("content").asString())
          .containsExactly("m1", "m2");
      assertThat(fetch(alice, "begun", "garbled").get("error")).contains("\"beginning\"");
    }
  }

  private static ToolAnswer fetch(RawMcp agent, String topic, String since) {
    return agent.tool("parley_fetch_recent", "topic", topic, "since", since);
  }

  @Test
  void fetchRecent_whileThereIsNothing_waits(RunningServer server) {
    try (RawMcp alice = server.client();
        RawMcp bob = server.client()) {
      JsonNode empty = alice.tool("parley_fetch_recent", "topic", "quiet", "block_ms", 20).fields();
      assertThat(empty.get("messages")).isEmpty();
      CompletableFuture<ToolAnswer> waiting =
          CompletableFuture.supplyAsync(
              () ->
                  alice.tool(
                      "parley_fetch_recent",
                      "topic",
                      "quiet",
                      "since",
                      empty.get("nextCursor").asString(),
                      "block_ms",
                      20_000));
      bob.tool("parley_post", "topic", "quiet", "content", "at last").accepted();
      assertThat(waiting.join().fields().at("/messages/0/content").asString()).isEqualTo("at last");
    }
  }

  @Test
  void searchMessages_findsWhatHoldsAllWords_orReadsAThread(RunningServer server) {
    try (RawMcp alice = server.client();
        RawMcp bob = RawMcp.at(server.mcp()).header("Parley-Agent", "finder").begin()) {
      String question =
          alice
              .tool("parley_post", "topic", "found", "content", "Which port has the gateway?")
              .accepted()
              .get("backendMsgId");
      bob.tool(
              "parley_reply",
              "topic",
              "found",
              "content",
              "gateway: PORT=8443",
              "in_reply_to",
              question)
          .accepted();
      JsonNode found =
          alice.tool("search_messages", "query", "port gateway", "topic", "found").fields();
      assertThat(found.at("/messages/0/content").asString()).isEqualTo("gateway: PORT=8443");
      assertThat(found.at("/messages/0/inReplyTo").asString()).isEqualTo(question);
      assertThat(found.at("/messages/0/topic").asString()).isEqualTo("found");
      assertThat(found.at("/messages/1/backendMsgId").asString()).isEqualTo(question);
      assertThat(found.get("truncated").asBoolean()).isFalse();
      assertThat(found.has("before")).isFalse();

      JsonNode one =
          alice.tool("search_messages", "query", "gateway", "topic", "found", "limit", 1).fields();
      assertThat(one.get("before").asLong()).isEqualTo(2);
      JsonNode rest =
          alice.tool("search_messages", "query", "gateway", "topic", "found", "before", 2).fields();
      assertThat(rest.get("messages")).hasSize(1);
      assertThat(
              alice
                  .tool("search_messages", "query", "gateway", "from", "finder")
                  .fields()
                  .get("messages"))
          .hasSize(1);
      JsonNode thread =
          alice.tool("search_messages", "topic", "found", "thread", question).fields();
      assertThat(thread.get("messages"))
          .extracting(message -> message.get("content").asString())
          .containsExactly("Which port has the gateway?", "gateway: PORT=8443");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "query,'',query",
    "query,'?!',query",
    "from,'two words',from",
    "topic,Not A Room,topic",
    "thread,nonsense,thread",
    "thread,01ARZ3NDEKTSV4RRFFQ69G5FAV,query",
    "before,5,before",
    "limit,0,limit",
    "limit,101,limit"
  })
  void searchMessages_ofBadArguments_namesTheField(
      String name, String value, String field, RunningServer server) {
    try (RawMcp client = server.client()) {
      Object given =
          name.equals("before") || name.equals("limit") ? (Object) Integer.valueOf(value) : value;
      ToolAnswer answer =
          name.equals("query")
              ? client.tool("search_messages", name, given)
              : client.tool("search_messages", "query", "x", name, given);
      assertThat(answer.get("field")).isEqualTo(field);
    }
  }

  @Test
  void waitForMessages_isAnsweredByWhatOthersSay_andAgainWhereTheAnswerWasLost(
      RunningServer server) {
    try (RawMcp alice = server.client();
        RawMcp bob = server.client()) {
      alice.tool("join_room", "room", "desk", "nickname", "alice").accepted();
      bob.tool("join_room", "room", "desk", "nickname", "bob").accepted();
      CompletableFuture<ToolAnswer> waiting =
          CompletableFuture.supplyAsync(() -> bob.tool("wait_for_messages", "block_ms", 20_000));
      alice.tool("send_message", "room", "desk", "body", "hello").accepted();
      JsonNode answer = waiting.join().accepted().fields();
      assertThat(answer.get("messages")).hasSize(1);
      assertThat(answer.at("/messages/0/room").asString()).isEqualTo("desk");
      assertThat(answer.at("/messages/0/fromNickname").asString()).isEqualTo("alice");
      assertThat(answer.at("/messages/0/body").asString()).isEqualTo("hello");
      assertThat(answer.get("lost").asLong()).isZero();
      JsonNode again = bob.tool("wait_for_messages", "received", 0).accepted().fields();
      assertThat(again).isEqualTo(answer);
      assertThat(
              bob.tool("wait_for_messages", "received", answer.get("next").asLong(), "block_ms", 5)
                  .fields()
                  .get("messages"))
          .isEmpty();
    }
  }

  @Test
  void waitForMessages_byHundredsAtOnce_areAllAnsweredAndOthersAreServedMeanwhile(
      RunningServer server) throws Exception {
    List<RawMcp> clients = new ArrayList<>();
    try (RawMcp alice = server.client()) {
      alice.tool("join_room", "room", "crowd").accepted();
      for (int i = 0; i < WAITING; i++) {
        RawMcp client = server.client();
        clients.add(client);
        client.tool("join_room", "room", "crowd").accepted();
        client.tool("wait_for_messages", "block_ms", 0).accepted();
      }
      // all are there before the first waits: its time would pass while the others come
      List<CompletableFuture<ToolAnswer>> waiting = new ArrayList<>();
      for (RawMcp client : clients) {
        CompletableFuture<ToolAnswer> answer = new CompletableFuture<>();
        Thread thread =
            new Thread(() -> answer.complete(client.tool("wait_for_messages", "block_ms", 30_000)));
        thread.start();
        waiting.add(answer);
      }
      assertThat(alice.tool("list_rooms").accepted().fields().get("joined")).hasSize(1);
      alice.tool("send_message", "room", "crowd", "body", "to all").accepted();
      for (CompletableFuture<ToolAnswer> answer : waiting) {
        assertThat(
                answer
                    .get(20, TimeUnit.SECONDS)
                    .accepted()
                    .fields()
                    .at("/messages/0/body")
                    .asString())
            .isEqualTo("to all");
      }
    } finally {
      clients.forEach(RawMcp::close);
    }
  }

  @Test
  void listUsers_tellsWhoIsThere_andThatOneHasLeft(RunningServer server) {
    try (RawMcp alice =
            RawMcp.at(server.at("/mcp/bus")).header("Parley-Agent", "lu-alice").begin();
        RawMcp bob = RawMcp.at(server.at("/mcp")).header("Parley-Agent", "lu-bob").begin()) {
      bob.tool("join_room", "room", "lobby").accepted();
      JsonNode all = alice.tool("parley_list_users", "filter", "lu-*").accepted().fields();
      assertThat(all.get("truncated").asBoolean()).isFalse();
      assertThat(all.get("users")).hasSize(2);
      assertThat(all.get("users"))
          .allSatisfy(user -> assertThat(user.get("online").asBoolean()).isTrue());
      JsonNode scoped =
          alice.tool("parley_list_users", "topic", "lobby", "filter", "lu-*").fields();
      assertThat(scoped.get("users")).hasSize(1);
      assertThat(scoped.at("/users/0/handle").asString()).isEqualTo("lu-bob");
      assertThat(scoped.at("/users/0/topics").toString()).isEqualTo("[\"lobby\"]");
      bob.delete();
      JsonNode left = alice.tool("parley_list_users", "filter", "lu-b??").fields();
      assertThat(left.at("/users/0/online").asBoolean()).isFalse();
      assertThat(
              alice
                  .tool("parley_list_users", "filter", "lu-bob", "online_only", true)
                  .fields()
                  .get("users"))
          .isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "parley_fetch_recent,limit,0,limit",
    "parley_fetch_recent,limit,1001,limit",
    "parley_fetch_recent,block_ms,-1,block_ms",
    "parley_list_users,limit,0,limit",
    "parley_list_users,limit,10001,limit",
    "parley_list_users,since_ms,0,since_ms",
    "parley_list_users,since_ms,604800001,since_ms",
    "wait_for_messages,limit,0,limit",
    "wait_for_messages,limit,1001,limit",
    "wait_for_messages,block_ms,-1,block_ms",
  })
  void number_pastItsBound_isRefused(
      String tool, String name, int value, String field, RunningServer server) {
    try (RawMcp client = server.client()) {
      ToolAnswer answer =
          tool.equals("parley_fetch_recent")
              ? client.tool(tool, "topic", "bounds", name, value)
              : client.tool(tool, name, value);
      assertThat(answer.get("field")).isEqualTo(field);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "topic,Not A Room",
    "since,nonsense",
    "in_reply_to,no id",
  })
  void text_thatIsNone_isRefusedUnderItsName(String name, String value, RunningServer server) {
    try (RawMcp client = server.client()) {
      boolean post = name.equals("in_reply_to");
      ToolAnswer answer =
          post
              ? client.tool("parley_post", "topic", "bounds", "content", "c", name, value)
              : client.tool(
                  "parley_fetch_recent",
                  "topic",
                  name.equals("topic") ? value : "bounds",
                  "since",
                  name.equals("since") ? value : "0");
      assertThat(answer.get("field")).isEqualTo(name);
    }
  }
}
