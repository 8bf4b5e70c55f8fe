package dev.parley.war.faults;

import static dev.parley.war.testing.Eventually.eventually;
import static dev.parley.war.testing.Eventually.throughout;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.PushedEvent;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.ToolAnswer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Limits small enough to be met: a grace of two seconds, ten messages a second, 64 pushes. */
@Tag("faults")
class GraceIT {
  private static RunningServer server;

  @BeforeAll
  static void start() {
    server = RunningServer.launch().setting("grace", "PT2S").start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void session_withoutItsStream_endsAfterTheGraceAndNotBefore() {
    try (RawMcp watcher = server.client();
        RawMcp reader = server.client()) {
      watcher.tool("join_room", "room", "grace", "nickname", "watcher").accepted();
      reader.tool("join_room", "room", "grace", "nickname", "reader").accepted();
      long cut = System.nanoTime();
      reader.stream().cut();
      // Nobody but a write notices a cut.
      watcher.tool("send_message", "room", "grace", "body", "one").accepted();
      watcher.tool("send_message", "room", "grace", "body", "two").accepted();
      throughout("the nickname is kept", Duration.ofMillis(1500), () -> isThere(watcher, "reader"));
      eventually("the nickname is free", () -> !isThere(watcher, "reader"));
      Duration took = Duration.ofNanos(System.nanoTime() - cut);
      assertThat(took).isBetween(Duration.ofMillis(1900), Duration.ofSeconds(8));
      System.out.println("grace of 2 s: the session ended after " + took.toMillis() + " ms");
      assertThat(reader.call("ping", null).status()).isEqualTo(404);
      assertThat(reader.listen("1").status()).isEqualTo(404);
    }
  }

  @Test
  void session_thatComesBackWithinTheGrace_keepsItsSeat() {
    try (RawMcp watcher = server.client();
        RawMcp reader = server.client()) {
      watcher.tool("join_room", "room", "back", "nickname", "watcher").accepted();
      reader.tool("join_room", "room", "back", "nickname", "reader").accepted();
      reader.stream().cut();
      watcher.tool("send_message", "room", "back", "body", "one").accepted();
      throughout("away", Duration.ofSeconds(1), () -> isThere(watcher, "reader"));
      assertThat(reader.listen("0").next().content()).isEqualTo("one");
      throughout(
          "back for longer than the grace",
          Duration.ofSeconds(3),
          () -> isThere(watcher, "reader"));
      watcher.tool("send_message", "room", "back", "body", "two").accepted();
      assertThat(reader.stream().next().content()).isEqualTo("two");
    }
  }

  private static boolean isThere(RawMcp watcher, String nickname) {
    String room = watcher.tool("list_rooms").fields().at("/joined/0/room").asString();
    return watcher.tool("who_is_here", "room", room).text().contains(nickname);
  }

  @Test
  void burst_pastTheRate_isToldWhenToTryAgain_andCostsNothing() {
    try (RawMcp sender = server.client();
        RawMcp reader = server.client()) {
      sender.tool("join_room", "room", "rate").accepted();
      reader.tool("join_room", "room", "rate").accepted();
      int taken = 0;
      ToolAnswer answer = sender.tool("send_message", "room", "rate", "body", "0");
      for (; !answer.refused() && taken < 100; taken++) {
        answer = sender.tool("send_message", "room", "rate", "body", "" + (taken + 1));
      }
      assertThat(answer.code()).isEqualTo("rate_limited");
      assertThat(answer.fields().get("retryAfterMs").asLong()).isBetween(1L, 100L);
      assertThat(taken).isBetween(20, 60);
      assertThat(reader.stream().next(taken))
          .last()
          .returns("" + (taken - 1), PushedEvent::content);
      String next = "again";
      eventually(
          "a token came back",
          () -> !sender.tool("send_message", "room", "rate", "body", next).refused());
      assertThat(reader.stream().next().content()).isEqualTo(next);
    }
  }

  /** Its server has the usual grace: a hundred messages may take longer than two seconds. */
  @Test
  void hundredWhileAway_pastAReplayOf64_leaves64AndOneError() {
    try (RunningServer patient = RunningServer.start("--replay", "64");
        RawMcp reader = patient.client()) {
      reader.tool("join_room", "room", "small").accepted();
      reader.stream().cut();
      for (int i = 0; i < 5; i++) {
        try (RawMcp sender = RawMcp.at(patient.mcp()).begin()) {
          sender.tool("join_room", "room", "small").accepted();
          for (int j = 1; j <= 20; j++) {
            sender.tool("send_message", "room", "small", "body", "m" + (20 * i + j)).accepted();
          }
        }
      }
      List<PushedEvent> all = reader.listen("0").next(65);
      assertThat(all).filteredOn(PushedEvent::isOverflow).hasSize(1);
      assertThat(all)
          .filteredOn(event -> !event.isOverflow())
          .hasSize(64)
          .last()
          .returns("m100", PushedEvent::content);
      assertThat(all.stream().filter(PushedEvent::isOverflow).findFirst().orElseThrow().content())
          .contains(" 36 ");
      System.out.println("--replay 64, 100 while away: 64 arrived and one error saying 36");
    }
  }
}
