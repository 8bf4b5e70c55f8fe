package dev.parley.war.wire;

import static dev.parley.war.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.EventStreamReader;
import dev.parley.war.testing.PushedEvent;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.SharedServer;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What was missed while away arrives in order, once; where too much was, that is said. */
@ExtendWith(SharedServer.class)
class DeliveryIT {
  private static final Duration LONG_ENOUGH_TO_HEAR = Duration.ofMillis(300);

  @Test
  void cut_thenThirtySent_resumesWithAllInOrderOnce(RunningServer server) {
    try (RawMcp sender = server.client();
        RawMcp reader = server.client()) {
      meet("resume", sender, reader);
      send(sender, "resume", "before", 5);
      assertThat(reader.stream().next(5))
          .extracting(PushedEvent::id)
          .containsExactly(numbers(1, 5));
      String last = cut(reader);
      send(sender, "resume", "away", 30);
      EventStreamReader resumed = reader.listen(last);
      List<PushedEvent> missed = resumed.next(30);
      assertThat(missed).extracting(PushedEvent::content).containsExactly(texts("away", 30));
      assertThat(missed).extracting(PushedEvent::id).containsExactly(numbers(6, 35));
      assertThat(missed)
          .extracting(PushedEvent::seq)
          .containsExactlyElementsOf(LongStream.rangeClosed(6, 35).boxed().toList());
      System.out.println(
          "cut, 30 sent, resumed after id "
              + last
              + ": "
              + missed.size()
              + " arrived, ids "
              + missed.get(0).id()
              + " to "
              + missed.get(29).id()
              + ", in order, none twice");
      assertThat(resumed.within(LONG_ENOUGH_TO_HEAR)).isNull();
      send(sender, "resume", "after", 1);
      assertThat(resumed.next().content()).isEqualTo("after 1");
    }
  }

  @Test
  void resume_fromAnOlderIdThanReceived_deliversAgainFromThere(RunningServer server) {
    try (RawMcp sender = server.client();
        RawMcp reader = server.client()) {
      meet("older", sender, reader);
      send(sender, "older", "m", 20);
      List<PushedEvent> first = reader.stream().next(20);
      cut(reader);
      send(sender, "older", "n", 3);
      List<PushedEvent> again = reader.listen("12").next(11);
      assertThat(again.subList(0, 8)).isEqualTo(first.subList(12, 20));
      assertThat(again.subList(8, 11))
          .extracting(PushedEvent::content)
          .containsExactly(texts("n", 3));
      assertThat(reader.stream().within(LONG_ENOUGH_TO_HEAR)).isNull();
    }
  }

  @Test
  void resume_withAnIdThatIsNone_startsWhereItIs(RunningServer server) {
    try (RawMcp sender = server.client();
        RawMcp reader = server.client()) {
      meet("no-such-id", sender, reader);
      for (String id : new String[] {"-5", "0", "999999999999", "hello", "01HX/2"}) {
        cut(reader);
        assertThat(reader.listen(id).status()).isEqualTo(200);
        send(sender, "no-such-id", id, 1);
        PushedEvent last = reader.stream().next();
        while (!last.content().equals(id + " 1")) {
          last = reader.stream().next();
        }
      }
    }
  }

  /**
   * The room keeps the last 1,024 of 2,000, from every sender: half of each. A talker whose stream
   * is cut goes on to send. Its own messages are neither delivered to it nor counted as lost.
   */
  @Test
  void twoThousandWhileAway_leavesTheLast1024AndOneError_andOfThemThoseOfOthers(
      RunningServer server) {
    try (RawMcp sender = server.client();
        RawMcp talker = server.client();
        RawMcp reader = server.client()) {
      meet("overflow", sender, talker, reader);
      send(sender, "overflow", "before", 1);
      talker.stream().next();
      reader.stream().next();
      String lastOfTalker = cut(talker);
      String last = cut(reader);
      for (int i = 1; i <= 1000; i++) {
        send(talker, "overflow", "mine " + i, 1);
        send(sender, "overflow", "theirs " + i, 1);
      }
      assertThat(overflowed(reader.listen(last), 1024, 976))
          .extracting(PushedEvent::content)
          .containsExactlyElementsOf(
              IntStream.rangeClosed(489, 1000)
                  .boxed()
                  .flatMap(i -> Stream.of("mine " + i + " 1", "theirs " + i + " 1"))
                  .toList());
      assertThat(overflowed(talker.listen(lastOfTalker), 512, 488))
          .extracting(PushedEvent::content)
          .containsExactlyElementsOf(
              IntStream.rangeClosed(489, 1000).mapToObj(i -> "theirs " + i + " 1").toList());
      assertThat(reader.stream().within(LONG_ENOUGH_TO_HEAR)).isNull();
      assertThat(talker.stream().within(LONG_ENOUGH_TO_HEAR)).isNull();
      send(sender, "overflow", "after", 1);
      assertThat(reader.stream().next().content()).isEqualTo("after 1");
      assertThat(talker.stream().next().content()).isEqualTo("after 1");
      assertThat(reader.tool("who_is_here", "room", "overflow").fields().get("nicknames"))
          .hasSize(3);
    }
  }

  /** Takes {@code kept} messages and exactly one error that names {@code lost}. */
  static List<PushedEvent> overflowed(EventStreamReader stream, int kept, int lost) {
    List<PushedEvent> all = stream.next(kept + 1);
    List<PushedEvent> errors = all.stream().filter(PushedEvent::isOverflow).toList();
    assertThat(errors).hasSize(1);
    assertThat(errors.get(0).content())
        .startsWith("missed messages, please rejoin")
        .containsPattern("\\b" + lost + "\\b");
    assertThat(errors.get(0).json().at("/params/meta").toString())
        .isEqualTo("{\"code\":\"ReplayBufferOverflowError\"}");
    System.out.println(
        "away for "
            + (kept + lost)
            + ": "
            + kept
            + " arrived, 1 error: "
            + errors.get(0).content());
    return all.stream().filter(event -> !event.isOverflow()).toList();
  }

  @Test
  void twoRooms_resumeTogetherEachInItsOrder(RunningServer server) {
    try (RawMcp sender = server.client();
        RawMcp reader = server.client()) {
      meet("left", sender, reader);
      meet("right", sender, reader);
      send(sender, "left", "before", 1);
      reader.stream().next();
      String last = cut(reader);
      for (int i = 1; i <= 40; i++) {
        send(sender, i % 3 == 0 ? "right" : "left", "n" + i, 1);
      }
      List<PushedEvent> got = reader.listen(last).next(40);
      for (String room : new String[] {"left", "right"}) {
        assertThat(got.stream().filter(event -> event.meta("room").equals(room)).toList())
            .extracting(PushedEvent::seq)
            .isSorted()
            .doesNotHaveDuplicates()
            .hasSize(room.equals("right") ? 13 : 27);
      }
      assertThat(reader.stream().within(LONG_ENOUGH_TO_HEAR)).isNull();
    }
  }

  @Test
  void secondGet_replacesTheFirst_whoseEndDetachesNothing(RunningServer server) {
    try (RawMcp sender = server.client();
        RawMcp reader = server.client()) {
      meet("second", sender, reader);
      EventStreamReader first = reader.stream();
      EventStreamReader second = reader.listen();
      send(sender, "second", "for the second", 1);
      assertThat(second.next().content()).isEqualTo("for the second 1");
      eventually("the first was ended", first::isEnded);
      assertThat(first.waiting()).isZero();
      first.cut();
      send(sender, "second", "still", 20);
      assertThat(second.next(20))
          .extracting(PushedEvent::content)
          .containsExactly(texts("still", 20));
    }
  }

  @Test
  void stream_replacedAgainAndAgain_losesAndDoublesNothing(RunningServer server) {
    try (RawMcp sender = server.client();
        RawMcp reader = server.client()) {
      meet("replaced", sender, reader);
      String last = "0";
      for (int round = 0; round < 30; round++) {
        EventStreamReader before = reader.stream();
        send(sender, "replaced", "round " + round, 1);
        EventStreamReader now = reader.listen(last);
        before.cut();
        PushedEvent got = now.next();
        assertThat(got.content()).isEqualTo("round " + round + " 1");
        last = got.id();
      }
      assertThat(last).isEqualTo("30");
    }
  }

  static void meet(String room, RawMcp... all) {
    for (RawMcp one : all) {
      one.tool("join_room", "room", room).accepted();
    }
  }

  static void send(RawMcp sender, String room, String text, int count) {
    for (int i = 1; i <= count; i++) {
      sender.tool("send_message", "room", room, "body", text + " " + i).accepted();
    }
  }

  /** Breaks the stream off and answers the last id that arrived. */
  private static String cut(RawMcp reader) {
    reader.stream().cut();
    eventually("the reading ended", reader.stream()::isEnded);
    return reader.stream().lastId();
  }

  private static String[] texts(String text, int count) {
    return IntStream.rangeClosed(1, count).mapToObj(i -> text + " " + i).toArray(String[]::new);
  }

  private static String[] numbers(int from, int to) {
    return IntStream.rangeClosed(from, to).mapToObj(String::valueOf).toArray(String[]::new);
  }
}
