package dev.parley.war.faults;

import static dev.parley.war.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.EventStreamReader;
import dev.parley.war.testing.OpenCall;
import dev.parley.war.testing.PushedEvent;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.ServerLaunch;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two server processes over one PostgreSQL: an MCP session goes on at the one that is there. The
 * second server runs all the time, the first is another for each test.
 */
@Tag("faults")
class SessionsMoveIT {
  private static final AtomicInteger ROOMS = new AtomicInteger();
  private static EmbeddedPostgres database;
  private static RunningServer second;
  @TempDir private static Path folder;

  /** Its own: sessions that a test leaves behind stay members of their rooms. */
  private final String room = "planning-" + ROOMS.incrementAndGet();

  private RunningServer first;
  private RawMcp alice;
  private RawMcp bob;

  @BeforeAll
  static void open() throws IOException {
    database = EmbeddedPostgres.start();
    second = server("second").start();
  }

  @AfterAll
  static void close() throws IOException {
    second.close();
    database.close();
  }

  /** Alice is at the first server, Bob at the second, in a durable room. */
  @BeforeEach
  void meet() {
    first = server("first").start();
    alice = first.client();
    assertThat(joined(alice, "ally")).isEqualTo("ally");
    post(alice, "hello");
    bob = second.client();
    assertThat(joined(bob, "bob")).isEqualTo("bob");
    post(bob, "1");
    assertThat(alice.stream().next().content()).isEqualTo("1");
  }

  @AfterEach
  void part() {
    alice.close();
    bob.delete();
    bob.close();
    first.close();
  }

  @Test
  void sessionOfAKilledServer_goesOnAtTheOther() {
    String last = alice.stream().lastId();
    first.kill9();
    post(bob, "2");
    post(bob, "3");
    long asked = System.nanoTime();
    RawMcp there = sameAt(second);
    assertThat(there.tool("who_is_here", "room", room).accepted().text()).contains("ally", "bob");
    Duration took = Duration.ofNanos(System.nanoTime() - asked);
    assertThat(there.tool("list_rooms").accepted().text()).contains("ally");
    assertThat(took).isLessThan(Duration.ofSeconds(10));
    EventStreamReader stream = there.listen(last);
    post(bob, "4");
    assertThat(upTo(stream, "4")).endsWith("2", "3", "4").doesNotContain("hello");
    there.tool("send_message", "room", room, "body", "here I am").accepted();
    PushedEvent heard = bob.stream().next();
    assertThat(heard.content()).isEqualTo("here I am");
    assertThat(heard.meta("from_nickname")).isEqualTo("ally");
    System.out.println("a session of a killed server answered after " + took.toMillis() + " ms");
    assertThat(there.delete().status()).isEqualTo(204);
    assertThat(there.call("ping", null).status()).isEqualTo(404);
  }

  @Test
  void sessionOfAServerThatEndsInOrder_goesOnAtOnceWhereItWas() {
    String last = alice.stream().lastId();
    assertThat(first.sigterm().exitCode()).isEqualTo(143);
    post(bob, "2");
    long asked = System.nanoTime();
    EventStreamReader stream = sameAt(second).listen(last);
    assertThat(stream.next().content()).isEqualTo("2");
    assertThat(Duration.ofNanos(System.nanoTime() - asked)).isLessThan(Duration.ofSeconds(2));
    assertThat(stream.lastId()).isEqualTo("" + (Long.parseLong(last) + 1));
  }

  /** The call that waits has the server end half a second later, which it refuses calls for. */
  @Test
  void callsThroughTheOtherServer_whileTheirOwnEnds_areAllAnswered() {
    RawMcp there = sameAt(second);
    alice.tool("wait_for_messages", "block_ms", 0).accepted();
    try (OpenCall waits = alice.toolOpened("wait_for_messages", "block_ms", 30_000)) {
      assertThat(waits.line()).isEqualTo(": waiting");
      CompletableFuture<Void> end = CompletableFuture.runAsync(() -> first.sigterm());
      while (!end.isDone()) {
        assertThat(there.tool("list_rooms").accepted().text()).contains("ally");
      }
      end.join();
    }
  }

  @Test
  void sessionOfAServerThatIsStartedAgain_goesOnThere() {
    String last = alice.stream().lastId();
    first.kill9();
    post(bob, "2");
    try (RunningServer again = server("first").start()) {
      RawMcp there = sameAt(again);
      assertThat(upTo(there.listen(last), "2")).endsWith("2");
      assertThat(there.tool("who_is_here", "room", room).text()).contains("ally", "bob");
      there.close();
    }
  }

  @Test
  void requestForALivingServer_isBroughtToIt() {
    RawMcp there = sameAt(second);
    assertThat(there.tool("list_rooms").accepted().text()).contains("ally");
    there.tool("join_room", "room", "other").accepted();
    assertThat(alice.tool("list_rooms").accepted().text()).contains("other");
    EventStreamReader relayed = there.listen(alice.stream().lastId());
    assertThat(relayed.status()).isEqualTo(200);
    eventually("the stream before is replaced", () -> alice.stream().isEnded());
    post(bob, "2");
    assertThat(relayed.next().content()).isEqualTo("2");
    assertThat(there.delete().status()).isEqualTo(204);
    assertThat(alice.call("ping", null).status()).isEqualTo(404);
    eventually("the relayed stream ends with it", relayed::isEnded);
  }

  @Test
  void relayedStream_ofAServerThatIsKilled_endsAndIsResumedHere() {
    RawMcp there = sameAt(second);
    EventStreamReader relayed = there.listen(alice.stream().lastId());
    post(bob, "2");
    assertThat(relayed.next().content()).isEqualTo("2");
    first.kill9();
    eventually("it ends", relayed::isEnded);
    post(bob, "3");
    assertThat(upTo(there.listen(relayed.lastId()), "3")).endsWith("3");
  }

  @Test
  void waitThroughTheOtherServer_isOpenedAtOnceAndAnswered() {
    RawMcp there = sameAt(second);
    there.tool("wait_for_messages", "block_ms", 0).accepted();
    try (OpenCall call = there.toolOpened("wait_for_messages", "block_ms", 30_000)) {
      assertThat(call.line()).isEqualTo(": waiting");
      post(bob, "2");
      assertThat(call.answer().fields().at("/messages/0/body").asString()).isEqualTo("2");
    }
  }

  @Test
  void waitThroughTheOtherServer_whileItsOwnIsKilled_isToldToAskAgain() {
    RawMcp there = sameAt(second);
    there.tool("wait_for_messages", "block_ms", 0).accepted();
    try (OpenCall call = there.toolOpened("wait_for_messages", "block_ms", 30_000)) {
      assertThat(call.line()).isEqualTo(": waiting");
      first.kill9();
      assertThat(call.reply().error().at("/data/code").asString()).isEqualTo("session_elsewhere");
    }
    post(bob, "2");
    assertThat(there.tool("wait_for_messages").accepted().text()).contains("\"2\"");
  }

  @Test
  void waitThroughTheOtherServer_whileItsOwnIsPaused_isToldToAskAgain() throws Exception {
    RawMcp there = sameAt(second);
    there.tool("wait_for_messages", "block_ms", 0).accepted();
    try (OpenCall call = there.toolOpened("wait_for_messages", "block_ms", 50_000)) {
      assertThat(call.line()).isEqualTo(": waiting");
      signal("-STOP", first);
      assertThat(call.reply().error().at("/data/code").asString()).isEqualTo("session_elsewhere");
      post(bob, "2");
      assertThat(there.tool("wait_for_messages").accepted().text()).contains("\"2\"");
    } finally {
      signal("-CONT", first);
    }
  }

  @Test
  void pausedServer_isMissed_andLetsGoOfWhatWasTaken() throws Exception {
    String last = alice.stream().lastId();
    signal("-STOP", first);
    RawMcp there = sameAt(second);
    long asked = System.nanoTime();
    assertThat(there.tool("who_is_here", "room", room).accepted().text()).contains("ally");
    Duration took = Duration.ofNanos(System.nanoTime() - asked);
    System.out.println("a session of a paused server answered after " + took.toMillis() + " ms");
    signal("-CONT", first);
    post(bob, "2");
    assertThat(upTo(there.listen(last), "2")).endsWith("2");
    eventually("the first has let it go", () -> alice.stream().isEnded());
    assertThat(bob.tool("who_is_here", "room", room).text()).contains("ally", "bob");
    assertThat(alice.tool("list_rooms").accepted().text()).contains("ally");
  }

  @Test
  void sessionNobodyEverHad_isUnknown() {
    RawMcp stranger = RawMcp.at(second.mcp()).header("Mcp-Session-Id", "no such session");
    assertThat(stranger.call("ping", null).status()).isEqualTo(404);
    assertThat(stranger.listen().status()).isEqualTo(404);
    assertThat(stranger.delete().status()).isEqualTo(404);
  }

  @Test
  void sessionOfOneEndpoint_isUnknownAtAnother() {
    RawMcp there =
        RawMcp.at(second.at("/mcp/rooms"))
            .header("Mcp-Session-Id", alice.session())
            .header("MCP-Protocol-Version", RawMcp.VERSION);
    assertThat(there.call("ping", null).status()).isEqualTo(404);
  }

  private String joined(RawMcp who, String nickname) {
    return who.tool("join_room", "room", room, "nickname", nickname)
        .accepted()
        .fields()
        .at("/nickname")
        .asString();
  }

  private RawMcp sameAt(RunningServer server) {
    return RawMcp.at(server.mcp())
        .header("Mcp-Session-Id", alice.session())
        .header("MCP-Protocol-Version", RawMcp.VERSION);
  }

  private static ServerLaunch server(String node) {
    return RunningServer.launch()
        .data(folder.resolve(node))
        .with("--db", database.getJdbcUrl("postgres", "postgres"), "--rate-limit", "off")
        .setting("node", node);
  }

  private void post(RawMcp who, String words) {
    who.tool("parley_post", "topic", room, "content", words).accepted();
  }

  /** What comes until {@code last} does; what came shortly before the end may come again. */
  private static List<String> upTo(EventStreamReader stream, String last) {
    List<String> words = new ArrayList<>();
    while (words.isEmpty() || !words.get(words.size() - 1).equals(last)) {
      words.add(stream.next().content());
    }
    return words;
  }

  private static void signal(String which, RunningServer server) throws Exception {
    Process kill = new ProcessBuilder("kill", which, "" + server.handle().pid()).start();
    assertThat(kill.waitFor()).isZero();
  }
}
