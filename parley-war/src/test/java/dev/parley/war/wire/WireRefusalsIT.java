package dev.parley.war.wire;

import static dev.parley.war.wire.Insides.hiddenIn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.Reply;
import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.SharedServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is refused before any tool is asked; the session that was named lives on each time. */
@ExtendWith(SharedServer.class)
class WireRefusalsIT {
  private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "hello",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"} and more",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}{\"jsonrpc\":\"2.0\",\"id\":2}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",}"
      })
  void post_ofNoJson_isMalformed(String body, RunningServer server) {
    refused(server, body.getBytes(StandardCharsets.UTF_8), 400, -32700, "malformed");
  }

  @Test
  void post_ofBytesThatAreNoText_isMalformed(RunningServer server) {
    byte[] latin = PING.replace("ping", "pïng").getBytes(StandardCharsets.ISO_8859_1);
    refused(server, latin, 400, -32700, "malformed");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "1",
        "\"ping\"",
        "[]",
        "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]",
        "{}",
        "{\"jsonrpc\":\"2.0\"}",
        "{\"id\":1,\"method\":\"ping\"}",
        "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":{\"a\":1},\"method\":\"ping\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{},\"error\":{\"code\":1,\"message\":\"x\"}}"
      })
  void post_ofNoMessageOrABatch_isNotAMessage(String body, RunningServer server) {
    refused(server, body.getBytes(StandardCharsets.UTF_8), 400, -32600, "not_a_message");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"jsonrpc\":\"2.0\",\"id\":\"nm\"}|\"nm\"",
        "{\"jsonrpc\":\"2.0\",\"id\":17}|17",
        "{\"jsonrpc\":\"2.0\",\"id\":\"mn\",\"method\":5}|\"mn\"",
        "{\"jsonrpc\":\"1.0\",\"id\":3,\"method\":\"ping\"}|3",
        "{\"jsonrpc\":\"2.0\",\"id\":{\"a\":1},\"method\":\"ping\"}|null",
        "{\"jsonrpc\":\"2.0\",\"id\":1|null"
      })
  void refusal_bearsTheIdWhereItCanBeRead(String body, String id, RunningServer server) {
    assertThat(RawMcp.at(server.mcp()).begin().post(body).json().get("id").toString())
        .isEqualTo(id);
  }

  @Test
  void batch_isRefusedWithTheReason(RunningServer server) {
    RawMcp client = RawMcp.at(server.mcp());
    assertThat(client.initialize("2025-03-26").result().get("protocolVersion").asString())
        .isEqualTo("2025-03-26");
    Reply batch = client.post("[" + PING + "]");
    assertThat(batch.status()).isEqualTo(400);
    assertThat(batch.error().get("message").asString()).contains("Batches are not supported");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tools/list|{\"cursor\":\"made-up\"}|-32602",
        "tools/list|{\"cursor\":5}|-32602",
        "logging/setLevel|{\"level\":\"loud\"}|-32602",
        "logging/setLevel|{}|-32602"
      })
  void params_thatAreMadeUp_areInvalid(
      String method, String params, int code, RunningServer server) {
    RawMcp client = RawMcp.at(server.mcp()).begin();
    Reply reply =
        client.post(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\""
                + method
                + "\",\"params\":"
                + params
                + "}");
    assertThat(reply.error().get("code").asInt()).isEqualTo(code);
    assertThat(client.call("tools/list", Map.of()).result().get("tools")).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "application/json,application/json;text/event-stream,200",
    "application/json; charset=utf-8,*/*,200",
    "APPLICATION/JSON,application/*,200",
    "application/json,application/json,200",
    "text/plain,*/*,415",
    "application/x-www-form-urlencoded,*/*,415",
    "application/jsonp,*/*,415",
    "application/json,text/html,406",
    "application/json,text/event-stream,406",
    "application/json,application/json;q=0,406"
  })
  void post_ofAnotherType_orForAnother_isRefused(
      String type, String accept, int status, RunningServer server) throws Exception {
    String session = RawMcp.at(server.mcp()).begin().session();
    HttpResponse<String> reply =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(server.mcp())
                    .header("Content-Type", type)
                    .header("Accept", accept.replace("n;t", "n, t"))
                    .header("Mcp-Session-Id", session)
                    .POST(HttpRequest.BodyPublishers.ofString(PING))
                    .build(),
                HttpResponse.BodyHandlers.ofString());
    assertThat(reply.statusCode()).isEqualTo(status);
    assertThat(reply.body()).contains("\"jsonrpc\":\"2.0\"");
    assertThat(reply.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
  }

  private static void refused(
      RunningServer server, byte[] body, int status, int code, String word) {
    RawMcp client = RawMcp.at(server.mcp()).begin();
    Reply reply = hiddenIn(client.post(body));
    assertThat(reply.status()).isEqualTo(status);
    assertThat(reply.header("Content-Type")).contains("application/json");
    assertThat(reply.error().get("code").asInt()).isEqualTo(code);
    assertThat(reply.error().at("/data/code").asString()).isEqualTo(word);
    assertThat(reply.error().at("/data/success").asBoolean(true)).isFalse();
    assertThat(reply.error().at("/data/error")).isEqualTo(reply.error().get("message"));
    assertThat(client.call("ping", null).result()).isEmpty();
  }

  @Test
  void post_upToTheBound_isTaken_onePastItIsRefused(RunningServer server) {
    byte[] bound = padded(4 << 20);
    RawMcp client = RawMcp.at(server.mcp()).begin();
    assertThat(client.post(bound).result()).isEmpty();
    refused(server, padded((4 << 20) + 1), 413, -32600, "too_large");
  }

  @Test
  void post_of20MB_isRefusedAndTheSameSessionLivesOn(RunningServer server) {
    try (RawMcp client = server.client();
        RawMcp other = server.client()) {
      client.tool("join_room", "room", "large").accepted();
      other.tool("join_room", "room", "large").accepted();
      Reply reply = hiddenIn(client.post(padded(20_000_000)));
      assertThat(reply.status()).isEqualTo(413);
      System.out.println("20 MB body: HTTP " + reply.status() + " " + reply.body());
      client.tool("send_message", "room", "large", "body", "still here").accepted();
      assertThat(other.stream().next().content()).isEqualTo("still here");
    }
  }

  private static byte[] padded(int bytes) {
    String head = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":{\"pad\":\"";
    String tail = "\"}}";
    return (head + "p".repeat(bytes - head.length() - tail.length()) + tail)
        .getBytes(StandardCharsets.US_ASCII);
  }

  @Test
  void request_withoutASession_isAskedToInitialize(RunningServer server) {
    RawMcp stranger = RawMcp.at(server.mcp());
    Reply ping = hiddenIn(stranger.call("ping", null));
    assertThat(ping.status()).isEqualTo(400);
    assertThat(ping.error().at("/data/code").asString()).isEqualTo("session_required");
    assertThat(stranger.notify("notifications/initialized").status()).isEqualTo(400);
    assertThat(stranger.delete().status()).isEqualTo(400);
  }

  @Test
  void get_withoutASession_isRefusedAtOnce(RunningServer server) {
    long before = System.nanoTime();
    Reply reply = hiddenIn(RawMcp.at(server.mcp()).get());
    assertThat(reply.status()).isEqualTo(400);
    assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(2));
  }

  @Test
  void request_ofADeadSession_is404(RunningServer server) {
    RawMcp dead = RawMcp.at(server.mcp()).header("Mcp-Session-Id", "dead");
    for (Reply reply : new Reply[] {dead.call("ping", null), dead.get(), dead.delete()}) {
      assertThat(hiddenIn(reply).status()).isEqualTo(404);
      assertThat(reply.error().at("/data/code").asString()).isEqualTo("session_unknown");
    }
  }

  @Test
  void session_ofOneEndpoint_isUnknownAtAnother(RunningServer server) {
    String id = RawMcp.at(server.mcp()).begin().session();
    RawMcp elsewhere = RawMcp.at(server.at("/mcp/rooms")).header("Mcp-Session-Id", id);
    assertThat(elsewhere.call("ping", null).status()).isEqualTo(404);
  }

  @Test
  void protocolVersion_unknown_is400_andMissingIsAccepted(RunningServer server) {
    RawMcp client = RawMcp.at(server.mcp()).begin().header("MCP-Protocol-Version", "1999-01-01");
    for (Reply reply : new Reply[] {client.call("ping", null), client.get(), client.delete()}) {
      assertThat(hiddenIn(reply).status()).isEqualTo(400);
      assertThat(reply.error().at("/data/code").asString()).isEqualTo("version_unknown");
    }
    client.header("MCP-Protocol-Version", "");
    assertThat(client.call("ping", null).result()).isEmpty();
  }

  @Test
  void serverDiscover_isRefusedWithoutHarm(RunningServer server) {
    RawMcp client = RawMcp.at(server.mcp()).header("MCP-Protocol-Version", "2026-07-28");
    Reply refused =
        hiddenIn(
            client.post(
                "{\"jsonrpc\":\"2.0\",\"id\":\"server-discover-probe-1\","
                    + "\"method\":\"server/discover\",\"params\":{}}"));
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.json().get("id").asString()).isEqualTo("server-discover-probe-1");
    assertThat(refused.error().get("code").asInt()).isEqualTo(-32000);
    client.header("MCP-Protocol-Version", "");
    client.begin();
    Reply again = hiddenIn(client.call("server/discover", Map.of()));
    assertThat(again.status()).isEqualTo(200);
    assertThat(again.error().get("code").asInt()).isEqualTo(-32601);
    assertThat(client.call("ping", null).result()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nope",
        "resources/list",
        "resources/templates/list",
        "resources/read",
        "prompts/list",
        "completion/complete",
        "subscriptions/listen"
      })
  void method_unknown_isAnErrorInHttp200(String method, RunningServer server) {
    RawMcp client = RawMcp.at(server.mcp()).begin();
    Reply reply = hiddenIn(client.call(method, Map.of("_meta", Map.of("progressToken", 1))));
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.error().get("code").asInt()).isEqualTo(-32601);
    assertThat(client.call("ping", null).result()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"{}", "{\"name\":5}", "{\"arguments\":{}}", "[1]", "\"join_room\"", "null"})
  void toolCall_ofTheWrongForm_isInvalidParams(String params, RunningServer server) {
    RawMcp client = RawMcp.at(server.mcp()).begin();
    String call =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":" + params + "}";
    Reply reply = hiddenIn(client.post(call));
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.error().get("code").asInt()).as(reply.body()).isEqualTo(-32602);
    assertThat(client.call("ping", null).result()).isEmpty();
  }

  @Test
  void path_thatIsNone_is404(RunningServer server) {
    assertThat(server.http("/WEB-INF/web.xml").status()).isEqualTo(404);
    for (String path : new String[] {"/nope", "/.well-known/x", "/health/x"}) {
      Reply reply = hiddenIn(server.http(path));
      assertThat(reply.status()).as(path).isEqualTo(404);
      assertThat(reply.error().at("/data/code").asString()).isEqualTo("no_such_path");
    }
    assertThat(RawMcp.at(server.at("/mcp/nope")).initialize(RawMcp.VERSION).status())
        .isEqualTo(404);
  }
}
