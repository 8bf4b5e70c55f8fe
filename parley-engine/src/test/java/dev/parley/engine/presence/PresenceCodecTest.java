package dev.parley.engine.presence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.id.AgentId;
import dev.parley.id.RoomName;
import dev.parley.message.Body;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PresenceCodecTest {
  private static final long NOW = 1_700_000_000_000L;
  private static final long SKEW = 300_000;

  @Test
  void beats_areReadAsTheyWereWritten() {
    List<PresenceEvent> beats =
        List.of(
            beat(PresenceEvent.Kind.HELLO, "alice", 0),
            beat(PresenceEvent.Kind.HEARTBEAT, "bob.2", 2),
            beat(PresenceEvent.Kind.GOODBYE, "_carol-", 64));
    List<Body> bodies = PresenceCodec.write(beats);
    assertThat(bodies).hasSize(1);
    assertThat(PresenceCodec.read(bodies.get(0).text(), NOW)).isEqualTo(beats);
  }

  @Test
  void beat_standsAsOneLine() {
    assertThat(PresenceCodec.write(List.of(beat(PresenceEvent.Kind.HEARTBEAT, "alice", 2))))
        .containsExactly(Body.of("presence 1\nheartbeat 1700000000000 c1 alice room-0,room-1"));
    assertThat(PresenceCodec.write(List.of(beat(PresenceEvent.Kind.HELLO, "alice", 0))))
        .containsExactly(Body.of("presence 1\nhello 1700000000000 c1 alice -"));
    assertThat(PresenceCodec.write(List.of())).isEmpty();
  }

  @Test
  void beats_ofFiveThousandConnections_needFewBodies() {
    List<PresenceEvent> beats =
        IntStream.range(0, 5_000)
            .mapToObj(i -> beat(PresenceEvent.Kind.HEARTBEAT, "agent-" + i, 2))
            .toList();
    List<Body> bodies = PresenceCodec.write(beats);
    assertThat(bodies).hasSizeLessThan(50);
    assertThat(
            bodies.stream().flatMap(body -> PresenceCodec.read(body.text(), NOW).stream()).toList())
        .isEqualTo(beats);
  }

  @Test
  void topics_pastTheBound_areLeftOutByWriterAndReader() {
    assertThat(beat(PresenceEvent.Kind.HELLO, "alice", 65).topics()).hasSize(64);
    String rooms =
        IntStream.range(0, 65).mapToObj(i -> "room-" + i).collect(Collectors.joining(","));
    PresenceEvent read = read("hello 1700000000000 c1 alice " + rooms).get(0);
    assertThat(read.topics()).hasSize(64).doesNotContain(RoomName.of("room-64"));
  }

  @Test
  void topics_thatAreNoRooms_areLeftOut() {
    String longest = "r".repeat(32);
    assertThat(read("hello 1 c1 alice r" + longest + ",Big," + longest + ",../x").get(0).topics())
        .containsExactly(RoomName.of(longest));
  }

  @Test
  void instance_isCutOrEmpty() {
    String longest = "i".repeat(128);
    assertThat(read("hello 1 " + longest + " alice -").get(0).instance()).isEqualTo(longest);
    assertThat(read("hello 1 " + longest + "i alice -").get(0).instance()).isEqualTo(longest);
    assertThat(read("hello 1  alice -").get(0).instance()).isEmpty();
  }

  @Test
  void time_fiveMinutesAhead_isReadAndOneMillisecondMoreIsNot() {
    assertThat(read("hello " + (NOW + SKEW) + " c1 alice -")).hasSize(1);
    assertThat(read("hello " + (NOW + SKEW + 1) + " c1 alice -")).isEmpty();
    assertThat(read("hello " + Long.MAX_VALUE + " c1 alice -")).isEmpty();
    assertThat(read("hello " + Long.MIN_VALUE + " c1 alice -")).isEmpty();
    assertThat(read("hello 0 c1 alice -")).hasSize(1);
  }

  @Test
  void fields_aVersionGainsLater_arePassedOver() {
    assertThat(read("hello 1 c1 alice planning more and=more"))
        .containsExactly(
            new PresenceEvent(
                PresenceEvent.Kind.HELLO,
                1,
                "c1",
                new AgentId("alice"),
                List.of(RoomName.of("planning"))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "hello",
        "hello 1 c1 alice",
        "wave 1 c1 alice -",
        "HELLO 1 c1 alice -",
        "hello x c1 alice -",
        "hello 1.5 c1 alice -",
        "hello 99999999999999999999 c1 alice -",
        "hello  c1 alice -",
        "hello 1 c1 .alice -",
        "hello 1 c1  -",
        "hello 1 c1 ali<ce -",
        "hello 1 c1 alice ",
        "hello 1 c1 alice planning,,review",
        "hello 1 c1 alice planning,",
        "{\"v\":1,\"kind\":\"hello\"}",
      })
  void line_thatDoesNotKeepTheForm_isPassedOverAndTheOthersAreNot(String line) {
    assertThat(read("hello 1 c1 before -\n" + line + "\nhello 1 c1 after -"))
        .extracting(beat -> beat.agent().value())
        .containsExactly("before", "after");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "presence 2", "presence 1 ", "presence", "hi all"})
  void text_ofAnotherVersion_isPassedOver(String version) {
    assertThat(PresenceCodec.read(version + "\nhello 1 c1 alice -", NOW)).isEmpty();
  }

  private static List<PresenceEvent> read(String lines) {
    return PresenceCodec.read("presence 1\n" + lines, NOW);
  }

  private static PresenceEvent beat(PresenceEvent.Kind kind, String agent, int rooms) {
    return new PresenceEvent(
        kind,
        NOW,
        "c1",
        new AgentId(agent),
        IntStream.range(0, rooms).mapToObj(i -> RoomName.of("room-" + i)).toList());
  }
}
