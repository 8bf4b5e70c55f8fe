package dev.parley.war.rest;

import static dev.parley.war.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.agent.Connection;
import dev.parley.engine.ParleyBuilder;
import dev.parley.engine.room.RateLimit;
import dev.parley.id.RoomName;
import dev.parley.message.Body;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** What people are told of the server's health. */
class StatusTest {
  private static final RoomName ROOM = RoomName.of("room");

  @Test
  void bus_isNamedByWhatCarriesIt() throws Exception {
    try (RestServer server = new RestServer()) {
      Answered answer = server.get("/api/health").ok();
      assertThat(answer.at("bus.durable")).isEqualTo("database");
      assertThat(answer.at("bus.ephemeral")).isEqualTo("memory");
      assertThat(answer.at("bus.reachable")).isEqualTo(true);
      assertThat(answer.at("bus.awaySince")).isNull();
      assertThat(answer.at("node")).isNull();
    }
  }

  @Test
  void node_isNamedWhereItHasAName() throws Exception {
    try (RestServer server = new RestServer(ParleyBuilder.builder().inMemory().node("east"))) {
      Answered answer = server.get("/api/health").ok();
      assertThat(answer.at("node")).isEqualTo(Map.of("name", "east", "others", List.of()));
      assertThat(answer.at("bus.ephemeral")).isEqualTo("database");
    }
  }

  @Test
  void waitsAndBacklog_areThoseOfTheMoment() throws Exception {
    CountDownLatch goOn = new CountDownLatch(1);
    try (RestServer server =
        new RestServer(ParleyBuilder.builder().inMemory().rateLimit(RateLimit.OFF))) {
      Connection alice = server.agent("alice");
      Connection slow = server.agent("slow");
      Connection patient = server.agent("patient");
      alice.rooms().join(ROOM);
      slow.rooms().join(ROOM);
      slow.listen(event -> await(goOn));
      var answer = patient.inbox().await(OptionalLong.empty(), 1, Duration.ofMinutes(1));
      for (int i = 0; i < 5; i++) {
        alice.rooms().send(ROOM, Body.of("m" + i));
      }
      Map<String, Integer> behind =
          Map.of("messages", 4, "mostOfOne", 4, "connections", 1, "writes", 0);
      eventually("four wait", () -> behind.equals(server.get("/api/health").ok().at("backlog")));
      assertThat(server.get("/api/health").at("connections.waits")).isEqualTo(1);
      patient.close();
      eventually("nobody waits any more", answer.toCompletableFuture()::isDone);
      goOn.countDown();
      eventually(
          "none wait",
          () -> Integer.valueOf(0).equals(server.get("/api/health").at("backlog.messages")));
      assertThat(server.get("/api/health").at("connections.waits")).isEqualTo(0);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
