package dev.parley.war.faults;

import static dev.parley.war.testing.Eventually.eventually;
import static dev.parley.war.testing.Eventually.throughout;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.BridgeClient;
import dev.parley.war.testing.CredentialMaker;
import dev.parley.war.testing.EventStreamReader;
import dev.parley.war.testing.OAuthBrowser;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * The life of twenty credentials, each with a bridge at one of two nodes: created at the first,
 * listed and narrowed at the second, revoked at the first.
 */
@Tag("faults")
@Timeout(300)
class CredentialLifeIT {
  private static final int BRIDGES = 20;
  private static final int NARROWED = 4;
  private static final Duration OUT_WITHIN = Duration.ofSeconds(2);
  private static final Duration USE_STORED_WITHIN = Duration.ofSeconds(75);
  private static final Duration WATCHED = Duration.ofSeconds(5);

  /** The bridges whose credentials are revoked show wrong tokens from another address. */
  private static final String ADDRESS_OF_CLIENT = "192.0.2.7";

  private static final ObjectMapper JSON = new ObjectMapper();

  /** A credential and the bridge that shows it. */
  private record Holder(String id, BridgeClient bridge) {}

  private static TwoNodes nodes;
  private static RunningServer first;
  private static RunningServer second;

  @BeforeAll
  static void start() {
    nodes = new TwoNodes(Carrier.POSTGRESQL, "--oauth", "--trust-proxy", "127.0.0.1");
    first = nodes.first().server();
    second = nodes.second().server();
  }

  @AfterAll
  static void stop() {
    nodes.close();
  }

  @Test
  void changesOfACredential_reachTheBridgesOfBothNodesWithin2Seconds_andNoneAsksOnAndOn()
      throws Exception {
    CredentialMaker atFirst = CredentialMaker.of(first);
    CredentialMaker atSecond = CredentialMaker.of(second);
    List<Holder> holders = new ArrayList<>();
    try {
      List<Long> created = new ArrayList<>();
      for (int i = 0; i < BRIDGES; i++) {
        long begun = System.nanoTime();
        JsonNode issued =
            JSON.readTree(
                atFirst.create("agent", "member", "default", "agent-" + i, List.of()).body());
        created.add(millisSince(begun));
        Map<String, String> token = Map.of("PARLEY_TOKEN", issued.path("token").asString());
        holders.add(
            new Holder(
                issued.at("/credential/id").asString(),
                BridgeClient.in(token, (i % 2 == 0 ? first : second).base())));
      }
      print("created", created);
      for (Holder holder : holders) {
        JsonNode joined = holder.bridge.tool("join_room", "room", "planning");
        assertThat(joined.has("nickname")).as(joined.toString()).isTrue();
      }
      assertListedWithTheirLastUse(atSecond, holders);
      narrow(atSecond, holders.subList(0, NARROWED));
      revoke(atFirst, holders);
      assertFewRequests(first, second);
    } finally {
      holders.forEach(holder -> holder.bridge.close());
    }
  }

  /** The person and the client come to whichever node a proxy chooses. */
  @Test
  void rightsOfAnOAuthClient_areGoodAtBothNodes_andEndAtBothWithin2Seconds() throws Exception {
    String token = CredentialMaker.of(first).token("person", "member", "default", "ada");
    OAuthBrowser atFirst = new OAuthBrowser(first.base(), ADDRESS_OF_CLIENT).as("ada", token);
    OAuthBrowser atSecond = new OAuthBrowser(second.base(), ADDRESS_OF_CLIENT);
    String client = atSecond.client("Probe");
    String code = atFirst.code(client, "ada.probe", "team:read");
    JsonNode issued =
        OAuthBrowser.json(atSecond.exchange(client, code, "resource", first.mcp().toString()));
    String early = issued.path("access_token").asString();
    try (RawMcp earlyAtFirst = atFirst.mcp(early).begin();
        RawMcp earlyAtSecond = atSecond.mcp(early).begin()) {
      assertThat(earlyAtFirst.call("ping", null).result()).isEmpty();
      assertThat(earlyAtSecond.call("ping", null).result()).isEmpty();
      JsonNode refreshed =
          OAuthBrowser.json(atFirst.refresh(client, issued.path("refresh_token").asString()));
      String late = refreshed.path("access_token").asString();
      assertThat(earlyAtFirst.call("ping", null).status()).isEqualTo(401);
      eventually(
          "the earlier token is out at the other node",
          OUT_WITHIN,
          () -> earlyAtSecond.call("ping", null).status() == 401);
      RawMcp lateAtFirst = earlyAtFirst.header("Authorization", "Bearer " + late);
      EventStreamReader stream = lateAtFirst.listen();
      assertThat(stream.status()).isEqualTo(200);
      assertThat(lateAtFirst.call("ping", null).result()).isEmpty();
      long begun = System.nanoTime();
      assertThat(atSecond.post("/oauth/revoke", "client_id", client, "token", late).statusCode())
          .isEqualTo(200);
      eventually(
          "the client is out at the other node",
          OUT_WITHIN,
          () -> stream.isEnded() && lateAtFirst.call("ping", null).status() == 401);
      System.out.println(
          "an OAuth client was out at the other node after " + millisSince(begun) + " ms");
      assertThat(atFirst.refresh(client, refreshed.path("refresh_token").asString()).statusCode())
          .isEqualTo(400);
    }
  }

  private static void assertListedWithTheirLastUse(CredentialMaker at, List<Holder> holders) {
    List<String> ids = holders.stream().map(Holder::id).toList();
    List<JsonNode> listed = new ArrayList<>();
    long begun = System.nanoTime();
    eventually(
        "the other node lists each with its last use",
        USE_STORED_WITHIN,
        () -> {
          listed.clear();
          JSON.readTree(at.send(at.owner(), "GET", "", Map.of()).body())
              .path("items")
              .forEach(listed::add);
          listed.removeIf(one -> !ids.contains(one.path("id").asString()));
          return listed.size() == BRIDGES
              && listed.stream().noneMatch(one -> one.path("lastUsedAt").isNull());
        });
    assertThat(listed).allMatch(one -> one.path("lastUsedFrom").asString().equals("127.0.0.1"));
    System.out.println(
        "all listed at the other node with their last use after " + millisSince(begun) + " ms");
    System.out.println("one of them: " + listed.get(0));
  }

  private static void narrow(CredentialMaker at, List<Holder> holders) throws Exception {
    List<Long> millis = new ArrayList<>();
    for (Holder holder : holders) {
      long begun = System.nanoTime();
      int status =
          at.send(at.owner(), "PATCH", "/" + holder.id, Map.of("scopes", List.of("rooms:read")))
              .statusCode();
      assertThat(status).isEqualTo(200);
      millis.add(millisUntilPush(holder, begun, "credential_changed"));
      eventually(
          "its client goes on with what is left",
          () -> holder.bridge.tool("list_rooms").has("joined"));
      assertThat(holder.bridge.tool("join_room", "room", "planning").path("code").asString())
          .isEqualTo("permission_denied");
    }
    print("from a change of scopes to the push", millis);
    System.out.println("the push: " + holders.get(0).bridge.pushes("code"));
  }

  private static void revoke(CredentialMaker at, List<Holder> holders) throws Exception {
    List<Long> millis = new ArrayList<>();
    for (Holder holder : holders) {
      long begun = System.nanoTime();
      at.send(at.owner(), "DELETE", "/" + holder.id, Map.of());
      millis.add(millisUntilPush(holder, begun, "credential_ended"));
    }
    print("from the revocation to the push", millis);
    BridgeClient last = holders.get(BRIDGES - 1).bridge;
    System.out.println("the push: " + last.pushes("code"));
    String refused = holders.get(0).bridge.answerOf("list_rooms");
    System.out.println("the next call: " + refused);
    assertThat(refused).containsAnyOf("refused the token", "Too many wrong tokens");
  }

  private static long millisUntilPush(Holder holder, long begun, String code) {
    eventually(
        "the model of " + holder.id + " learns of " + code,
        OUT_WITHIN,
        () ->
            holder.bridge.pushes("code").stream().anyMatch(push -> push.toString().contains(code)));
    return millisSince(begun);
  }

  private static long millisSince(long begun) {
    return Duration.ofNanos(System.nanoTime() - begun).toMillis();
  }

  private static void print(String what, List<Long> millis) {
    LongSummaryStatistics all = millis.stream().mapToLong(Long::longValue).summaryStatistics();
    List<Long> sorted = millis.stream().sorted().toList();
    System.out.printf(
        "ms %s, %d credentials: median %d, %d to %d%n",
        what, sorted.size(), sorted.get(sorted.size() / 2), all.getMin(), all.getMax());
  }

  /** A wrong token is logged with its path at most once a minute; each request costs a log line. */
  private static void assertFewRequests(RunningServer first, RunningServer second) {
    long before = cpuMillis(first) + cpuMillis(second);
    throughout(
        "the nodes use less than a processor",
        WATCHED,
        () -> cpuMillis(first) + cpuMillis(second) - before < WATCHED.toMillis());
    long spent = cpuMillis(first) + cpuMillis(second) - before;
    System.out.printf("CPU of both nodes in the %d s after: %d ms%n", WATCHED.toSeconds(), spent);
    assertThat(spent).isLessThan(WATCHED.toMillis());
  }

  private static long cpuMillis(RunningServer server) {
    return server.handle().info().totalCpuDuration().orElse(Duration.ZERO).toMillis();
  }
}
