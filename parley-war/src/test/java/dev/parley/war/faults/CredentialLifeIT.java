package dev.parley.war.faults;

import static dev.parley.war.testing.Eventually.eventually;
import static dev.parley.war.testing.Eventually.throughout;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.BridgeClient;
import dev.parley.war.testing.CredentialMaker;
import dev.parley.war.testing.RunningServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
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
  private static final ObjectMapper JSON = new ObjectMapper();

  /** A credential and the bridge that shows it. */
  private record Holder(String id, BridgeClient bridge) {}

  @Test
  void changesOfACredential_reachTheBridgesOfBothNodesWithin2Seconds_andNoneAsksOnAndOn()
      throws Exception {
    try (TwoNodes nodes = new TwoNodes(Carrier.POSTGRESQL)) {
      RunningServer first = nodes.first().server();
      RunningServer second = nodes.second().server();
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
