package dev.parley.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BridgeRestartTest {
  private StandInServer server = StandInServer.started();

  @AfterEach
  void endServer() {
    server.close();
  }

  private void restartServer() {
    int port = server.port();
    server.close();
    server = StandInServer.startedAt(port);
  }

  @Test
  void restart_roomsAreJoinedAgainAndTheModelIsNotifiedOnce() {
    try (StandInClient client = StandInClient.begun(server)) {
      client.joins(1, "planning", "alice");
      client.joins(2, "dev", "al");
      restartServer();
      String notice = client.awaitPush();
      assertThat(notice)
          .contains("\"code\":\"reconnected\"")
          .contains("You are back in planning as alice.")
          .contains("You are back in dev as al.")
          .contains(
              "Messages sent in between were not delivered to you. What was sent to a durable room"
                  + " is kept: read it with parley_fetch_recent.");
      assertThat(server.received(request -> request.calls("join_room")))
          .extracting(request -> request.argument("room") + " " + request.argument("nickname"))
          .containsExactly("planning alice", "dev al");
      server.awaitReceived(1, StandInRequest::isGet);
      server.push("m-1", "welcome back");
      assertThat(client.awaitPush()).contains("welcome back");
      assertThat(client.call(3, "echo", "{}")).contains("\"echo\":\"echo\"");
      assertThat(client.rest()).isEmpty();
    }
  }

  @Test
  void restart_ofAClientWithoutTheTool_isNotSentToIt() {
    try (StandInClient client = StandInClient.begun(server, "--tools", "rooms")) {
      client.joins(1, "planning", "alice");
      restartServer();
      assertThat(client.awaitPush())
          .contains("Messages sent in between were not delivered to you.")
          .doesNotContain("parley_fetch_recent");
    }
  }

  @Test
  void restart_newSessionBeginsWithWhatTheClientSaid() {
    try (StandInClient client = StandInClient.begun(server)) {
      restartServer();
      StandInRequest again = server.awaitReceived(1, request -> request.is("initialize")).get(0);
      assertThat(again.json().member("params")).hasToString(StandInClient.INITIALIZE_PARAMS);
      server.awaitReceived(1, request -> request.is("notifications/initialized"));
      assertThat(client.errors()).isEmpty();
    }
  }

  @Test
  void restart_worksAgainWithinASecond() {
    try (StandInClient client = StandInClient.begun(server)) {
      client.joins(1, "planning", "alice");
      int port = server.port();
      server.close();
      // Away long enough for the waits between two tries to have grown.
      IntStream.rangeClosed(10, 13).forEach(id -> client.call(id, "echo", "{}"));
      server = StandInServer.startedAt(port);
      Instant up = Instant.now();
      client.awaitPush();
      assertThat(Duration.between(up, Instant.now())).isLessThan(Duration.ofSeconds(1));
    }
  }

  @Test
  void restart_nicknameTaken_modelHearsTheNewOne() {
    try (StandInClient client = StandInClient.begun(server)) {
      client.joins(1, "planning", "alice");
      server.taken.put("planning", "alice");
      server.forgetAll();
      assertThat(client.awaitPush()).contains("back in planning, but as alice-2");
      server.taken.clear();
      server.forgetAll();
      assertThat(client.awaitPush()).contains("back in planning as alice-2");
    }
  }

  @Test
  void restart_roomRefused_modelHearsIt() {
    try (StandInClient client = StandInClient.begun(server)) {
      client.joins(1, "planning", "alice");
      client.joins(2, "dev", "al");
      server.locked.add("planning");
      server.forgetAll();
      assertThat(client.awaitPush())
          .contains("You could not get back into planning; join it again.")
          .contains("You are back in dev as al.");
    }
  }

  @Test
  void restart_joinWasRefused_roomIsNotJoined() {
    try (StandInClient client = StandInClient.begun(server)) {
      server.locked.add("planning");
      assertThat(client.joins(1, "planning", "alice")).contains("isError");
      server.forgetAll();
      assertThat(client.awaitPush()).contains("You are in no room.");
    }
  }

  @Test
  void restart_afterLeaving_roomIsNotJoinedAgain() {
    try (StandInClient client = StandInClient.begun(server)) {
      client.joins(1, "planning", "alice");
      client.joins(2, "dev", "al");
      client.call(3, "leave_room", "{\"room\":\"planning\"}");
      server.forgetAll();
      assertThat(client.awaitPush()).contains("dev").doesNotContain("planning");
    }
  }

  @Test
  void restart_nothingWasCalled_modelIsNotDisturbed() {
    try (StandInClient client = StandInClient.begun(server)) {
      server.forgetAll();
      server.awaitReceived(3, StandInRequest::isGet);
      client.sendCall(1, "echo", "{}");
      client.endInput();
      assertThat(client.hasEnded(5_000)).isTrue();
      assertThat(client.rest()).singleElement().asString().contains("\"echo\":\"echo\"");
    }
  }

  @Test
  void call_sessionForgotten_isMadeAgainInANewOne() {
    server.offersStream = false;
    try (StandInClient client = StandInClient.begun(server)) {
      client.joins(1, "planning", "alice");
      server.forgetAll();
      assertThat(client.call(2, "echo", "{}")).contains("\"echo\":\"echo\"");
      assertThat(server.received(request -> request.calls("echo"))).hasSize(2);
    }
  }

  @Test
  void calls_manyAtOnceAfterForgetting_openOneSession() {
    server.offersStream = false;
    try (StandInClient client = StandInClient.begun(server)) {
      client.joins(1, "planning", "alice");
      server.initializeDelayMillis = 300;
      server.forgetAll();
      IntStream.rangeClosed(2, 21).forEach(id -> client.send(id, "tools/list", "{}"));
      IntStream.rangeClosed(2, 21)
          .forEach(id -> client.awaitLine(line -> line.contains("from_the_server")));
      assertThat(server.received(request -> request.is("initialize"))).hasSize(2);
      assertThat(server.sessionCount()).isEqualTo(1);
    }
  }
}
