package dev.parley.chat.matrix;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.parley.chat.ChatConnection;
import dev.parley.chat.ChatFailure;
import dev.parley.chat.Envelope;
import dev.parley.chat.OutgoingMessage;
import dev.parley.chat.emulator.EmulatorServer.Response;
import dev.parley.chat.emulator.Faults.Fault;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.message.TopicName;
import dev.parley.spi.Original;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Faults of Matrix servers that were seen, or that the specification allows. */
@Tag("chat")
class MatrixRegressionsTest {
  private static final TopicName PLANNING =
      TopicName.of(WorkspaceId.DEFAULT, RoomName.of("planning"));
  private static final TopicName REVIEW = TopicName.of(WorkspaceId.DEFAULT, RoomName.of("review"));
  private static final String ZOE = "@zoe:" + MatrixEmulatorWorld.SERVER;

  private final MatrixEmulation emulation = new MatrixEmulation();

  @AfterEach
  void close() {
    emulation.close();
  }

  private static OutgoingMessage message(String text, String nonce) {
    Envelope envelope = new Envelope("alice", "alice", true, nonce, 1, 1, text);
    return new OutgoingMessage("**alice:** " + text, nonce, envelope, Optional.empty());
  }

  private MatrixRecordingListener login() {
    return new MatrixRecordingListener(emulation.system(""));
  }

  private String write(String text) {
    return emulation.write(PLANNING, "zoe", text, Optional.empty());
  }

  @Test
  void poll_thatFails_goesOnWithoutReadingTheHistoryAgain() {
    try (MatrixRecordingListener zoe = login()) {
      var unused = zoe.open(PLANNING);
      write("one");
      eventually("one came", () -> zoe.texts().contains("one"));
      int connects = zoe.connects();
      for (Response failure :
          List.of(
              new Response(502, Map.of(), "<html>Bad gateway</html>"),
              MatrixEmulator.limit("1"),
              new Response(200, Map.of(), "{\"next_ba"),
              new Response(200, Map.of(), "{}"))) {
        emulation.emulator().answerOnce("/sync", failure);
        emulation.cut();
        String text = "after " + failure.status() + failure.body();
        write(text);
        eventually(text, () -> zoe.texts().contains(text));
      }
      assertThat(zoe.connects()).isEqualTo(connects);
      assertThat(zoe.texts()).doesNotHaveDuplicates();
    }
  }

  @Test
  void filter_thatTheServerForgot_isMadeAgain() {
    try (MatrixRecordingListener zoe = login()) {
      var unused = zoe.open(PLANNING);
      emulation.emulator().sync().forgetFilters();
      int connects = zoe.connects();
      emulation.cut();
      eventually("a new stream began", () -> zoe.connects() > connects);
      write("one");
      eventually("one came", () -> zoe.texts().contains("one"));
    }
  }

  @Test
  void room_thatIsOpenedDuringAPoll_isInTheStreamAtOnce() {
    try (MatrixRecordingListener zoe = login()) {
      String first = zoe.open(PLANNING);
      eventually("it polls", () -> emulation.emulator().requests("/sync").size() > 2);
      emulation.roomOf(REVIEW, ZOE);
      long begin = System.nanoTime();
      String second = zoe.open(REVIEW);
      emulation.write(REVIEW, "zoe", "two", Optional.empty());
      eventually("two came", () -> zoe.texts().contains("two"));
      assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(10));
      assertThat(first).isNotEqualTo(second);
    }
  }

  @Test
  void limitedTimeline_isNotPassedOnAndTheHistoryIsRead() {
    try (MatrixRecordingListener zoe = login()) {
      var unused = zoe.open(PLANNING);
      write("one");
      eventually("one came", () -> zoe.texts().contains("one"));
      int connects = zoe.connects();
      synchronized (emulation.emulator().world()) {
        for (int i = 0; i <= MatrixFilters.MAX_TIMELINE; i++) {
          write("burst");
        }
      }
      eventually("the gap is known", () -> zoe.connects() == connects + 1);
      write("two");
      eventually("two came", () -> zoe.texts().contains("two"));
      assertThat(zoe.texts()).containsExactly("one", "two");
    }
  }

  @Test
  void secondSending_ofANonce_isTheSameEvent() {
    try (MatrixRecordingListener zoe = login()) {
      String room = zoe.open(PLANNING);
      OutgoingMessage message = message("once", "01ARZ3NDEKTSV4RRFFQ69G5FAV");
      Original first = zoe.connection().send(room, message);
      assertThat(zoe.connection().send(room, message).id()).isEqualTo(first.id());
      assertThat(emulation.room(PLANNING)).hasSize(1);
    }
  }

  @Test
  void limit_isWaitedForByEveryFormOfItsTime() {
    try (MatrixRecordingListener zoe = login()) {
      String room = zoe.open(PLANNING);
      assertThat(limit(zoe, room, MatrixEmulator.limit("7"))).isEqualTo(Duration.ofSeconds(7));
      String date =
          DateTimeFormatter.RFC_1123_DATE_TIME.format(
              Instant.now().plusSeconds(60).atOffset(ZoneOffset.UTC));
      assertThat(limit(zoe, room, MatrixEmulator.limit(date)))
          .isBetween(Duration.ofSeconds(55), Duration.ofSeconds(61));
      Response inBody =
          Response.of(
              429,
              MatrixJson.object().put("errcode", "M_LIMIT_EXCEEDED").put("retry_after_ms", 1_500));
      assertThat(limit(zoe, room, inBody)).isEqualTo(Duration.ofMillis(1_500));
      Response nothing = new Response(429, Map.of(), "Too many");
      assertThat(limit(zoe, room, nothing)).isZero();
      assertThat(emulation.room(PLANNING)).isEmpty();
    }
  }

  private Duration limit(MatrixRecordingListener login, String room, Response limit) {
    emulation.emulator().answerOnce("/send/", limit);
    ChatFailure failure = failure(() -> login.connection().send(room, message("x", "N1")));
    assertThat(failure.kind()).isEqualTo(ChatFailure.Kind.RATE_LIMITED);
    return failure.retryAfter();
  }

  private static ChatFailure failure(Runnable call) {
    ChatFailure failure = catchThrowableOfType(ChatFailure.class, call::run);
    assertThat(failure).as("a failure").isNotNull();
    return failure;
  }

  @Test
  void send_whoseAnswerIsLost_isUnknown() {
    try (MatrixRecordingListener zoe = login()) {
      String room = zoe.open(PLANNING);
      for (Fault fault :
          List.of(Fault.SERVER_ERROR, Fault.SERVER_ERROR_AFTER, Fault.CUT_AFTER, Fault.TRUNCATED)) {
        emulation.faults().next(fault, 1);
        assertThat(failure(() -> zoe.connection().send(room, message("x", fault.name()))).kind())
            .as(fault.name())
            .isEqualTo(ChatFailure.Kind.UNKNOWN);
      }
      assertThat(emulation.room(PLANNING)).hasSize(3);
    }
  }

  @Test
  void send_withoutThePowerLevel_isRefusedByName() {
    try (MatrixRecordingListener zoe = login()) {
      String room = zoe.open(PLANNING);
      MatrixEmulatorRoom there = emulation.roomOf(PLANNING, ZOE);
      emulation
          .emulator()
          .world()
          .state(
              there,
              MatrixEmulation.PARLEY,
              "m.room.power_levels",
              "",
              MatrixJson.object().put("events_default", 50));
      ChatFailure refused = failure(() -> zoe.connection().send(room, message("x", "N1")));
      assertThat(refused.kind()).isEqualTo(ChatFailure.Kind.REFUSED);
      assertThat(refused).hasMessageContaining("M_FORBIDDEN").hasMessageContaining(room);
    }
  }

  @Test
  void history_skipsEditsAndRedactionsButIsNotEmptyBeforeTheEnd() {
    try (MatrixRecordingListener zoe = login()) {
      ChatConnection connection = zoe.connection();
      String room = zoe.open(PLANNING);
      String first = write("first");
      for (int i = 0; i < 30; i++) {
        edit(first);
      }
      String removed = write("removed");
      synchronized (emulation.emulator().world()) {
        emulation.roomOf(PLANNING, ZOE).replaceContent(removed, MatrixJson.object());
      }
      String last = write("last");
      emulation.emulator().reads().maxPage(4);
      Original begin = new Original(first, Instant.EPOCH);
      assertThat(connection.history(room, Optional.of(begin), 10))
          .extracting(message -> message.original().id())
          .containsExactly(last);
      assertThat(connection.history(room, Optional.of(new Original(last, Instant.EPOCH)), 10))
          .isEmpty();
      assertThat(connection.history(room, Optional.empty(), 2))
          .extracting(message -> message.text())
          .containsExactly("first", "last");
      assertThat(connection.history(room, Optional.empty(), 1))
          .extracting(message -> message.text())
          .containsExactly("last");
    }
  }

  private void edit(String id) {
    var content = MatrixJson.object().put("msgtype", "m.text").put("body", "* edited");
    content.putObject("m.relates_to").put("rel_type", "m.replace").put("event_id", id);
    content.putObject("m.new_content").put("msgtype", "m.text").put("body", "edited");
    var unused = emulation.emulator().world().write(emulation.roomOf(PLANNING, ZOE), ZOE, content);
  }

  @Test
  void history_afterAPurgedMessage_beginsAtItsTime() throws Exception {
    try (MatrixRecordingListener zoe = login()) {
      ChatConnection connection = zoe.connection();
      String room = zoe.open(PLANNING);
      write("one");
      Thread.sleep(5); // two events of one millisecond have no order by time
      write("two");
      eventually("both came", () -> zoe.messages().size() == 2);
      Original two = zoe.messages().get(1).original();
      Thread.sleep(5);
      write("three");
      write("four");
      synchronized (emulation.emulator().world()) {
        emulation.roomOf(PLANNING, ZOE).purge(2);
      }
      assertThat(connection.history(room, Optional.of(two), 10))
          .extracting(message -> message.text())
          .containsExactly("three", "four");
      Original future = new Original("$unknown", Instant.now().plusSeconds(60));
      assertThat(connection.history(room, Optional.of(future), 10)).isEmpty();

      emulation.emulator().reads().findNothingByTime();
      emulation.emulator().reads().maxPage(1);
      assertThat(connection.history(room, Optional.of(two), 1))
          .extracting(message -> message.text())
          .containsExactly("three");
      assertThat(connection.history(room, Optional.of(future), 10)).isEmpty();
    }
  }

  @Test
  void close_endsTheStream() {
    MatrixRecordingListener zoe = login();
    var unused = zoe.open(PLANNING);
    zoe.close();
    write("too late");
    assertThat(zoe.connection().isReachable()).isFalse();
    assertThat(zoe.texts()).isEmpty();
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().equals("parley-matrix-sync") && thread.isAlive());
  }
}
