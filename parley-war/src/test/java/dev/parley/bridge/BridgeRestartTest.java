package dev.parley.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BridgeRestartTest {
  private StandInHub hub = StandInHub.started();

  @AfterEach
  void endHub() {
    hub.close();
  }

  private void restartHub() {
    int port = hub.port();
    hub.close();
    hub = StandInHub.startedAt(port);
  }

  @Test
  void restart_seatsAreTakenAgainAndTheModelIsToldOnce() {
    try (StandInClient client = StandInClient.begun(hub)) {
      client.joins(1, "planning", "alice");
      client.joins(2, "dev", "al");
      restartHub();
      String notice = client.awaitPush();
      assertThat(notice)
          .contains("\"code\":\"reconnected\"")
          .contains("You are back in planning as alice.")
          .contains("You are back in dev as al.")
          .contains(
              "Messages sent in between were not delivered to you. What was sent to a durable room"
                  + " is kept: read it with parley_fetch_recent.");
      assertThat(hub.heard(request -> request.calls("join_room")))
          .extracting(request -> request.argument("room") + " " + request.argument("nickname"))
          .containsExactly("planning alice", "dev al");
      hub.awaitHeard(1, HubRequest::isGet);
      hub.push("m-1", "welcome back");
      assertThat(client.awaitPush()).contains("welcome back");
      assertThat(client.call(3, "echo", "{}")).contains("\"echo\":\"echo\"");
      assertThat(client.rest()).isEmpty();
    }
  }

  @Test
  void restart_ofAClientWithoutTheTool_isNotSentToIt() {
    try (StandInClient client = StandInClient.begun(hub, "--tools", "rooms")) {
      client.joins(1, "planning", "alice");
      restartHub();
      assertThat(client.awaitPush())
          .contains("Messages sent in between were not delivered to you.")
          .doesNotContain("parley_fetch_recent");
    }
  }

  @Test
  void restart_newSessionBeginsWithWhatTheClientSaid() {
    try (StandInClient client = StandInClient.begun(hub)) {
      restartHub();
      HubRequest again = hub.awaitHeard(1, request -> request.is("initialize")).get(0);
      assertThat(again.json().member("params")).hasToString(StandInClient.INITIALIZE_PARAMS);
      hub.awaitHeard(1, request -> request.is("notifications/initialized"));
      assertThat(client.errors()).isEmpty();
    }
  }

  @Test
  void restart_worksAgainWithinASecond() {
    try (StandInClient client = StandInClient.begun(hub)) {
      client.joins(1, "planning", "alice");
      int port = hub.port();
      hub.close();
      // Away long enough for the waits between two tries to have grown.
      IntStream.rangeClosed(10, 13).forEach(id -> client.call(id, "echo", "{}"));
      hub = StandInHub.startedAt(port);
      Instant up = Instant.now();
      client.awaitPush();
      assertThat(Duration.between(up, Instant.now())).isLessThan(Duration.ofSeconds(1));
    }
  }

  @Test
  void restart_nicknameTaken_modelHearsTheNewOne() {
    try (StandInClient client = StandInClient.begun(hub)) {
      client.joins(1, "planning", "alice");
      hub.taken.put("planning", "alice");
      hub.forgetAll();
      assertThat(client.awaitPush()).contains("back in planning, but as alice-2");
      hub.taken.clear();
      hub.forgetAll();
      assertThat(client.awaitPush()).contains("back in planning as alice-2");
    }
  }

  @Test
  void restart_roomRefused_modelHearsIt() {
    try (StandInClient client = StandInClient.begun(hub)) {
      client.joins(1, "planning", "alice");
      client.joins(2, "dev", "al");
      hub.locked.add("planning");
      hub.forgetAll();
      assertThat(client.awaitPush())
          .contains("You could not get back into planning; join it again.")
          .contains("You are back in dev as al.");
    }
  }

  @Test
  void restart_joinWasRefused_roomIsNotJoined() {
    try (StandInClient client = StandInClient.begun(hub)) {
      hub.locked.add("planning");
      assertThat(client.joins(1, "planning", "alice")).contains("isError");
      hub.forgetAll();
      assertThat(client.awaitPush()).contains("You are in no room.");
    }
  }

  @Test
  void restart_afterLeaving_roomIsNotJoinedAgain() {
    try (StandInClient client = StandInClient.begun(hub)) {
      client.joins(1, "planning", "alice");
      client.joins(2, "dev", "al");
      client.call(3, "leave_room", "{\"room\":\"planning\"}");
      hub.forgetAll();
      assertThat(client.awaitPush()).contains("dev").doesNotContain("planning");
    }
  }

  @Test
  void restart_nothingWasCalled_modelIsNotDisturbed() {
    try (StandInClient client = StandInClient.begun(hub)) {
      hub.forgetAll();
      hub.awaitHeard(3, HubRequest::isGet);
      client.sendCall(1, "echo", "{}");
      client.endInput();
      assertThat(client.hasEnded(5_000)).isTrue();
      assertThat(client.rest()).singleElement().asString().contains("\"echo\":\"echo\"");
    }
  }

  @Test
  void call_sessionForgotten_isMadeAgainInANewOne() {
    hub.offersStream = false;
    try (StandInClient client = StandInClient.begun(hub)) {
      client.joins(1, "planning", "alice");
      hub.forgetAll();
      assertThat(client.call(2, "echo", "{}")).contains("\"echo\":\"echo\"");
      assertThat(hub.heard(request -> request.calls("echo"))).hasSize(2);
    }
  }

  @Test
  void calls_manyAtOnceAfterForgetting_openOneSession() {
    hub.offersStream = false;
    try (StandInClient client = StandInClient.begun(hub)) {
      client.joins(1, "planning", "alice");
      hub.initializeDelayMillis = 300;
      hub.forgetAll();
      IntStream.rangeClosed(2, 21).forEach(id -> client.send(id, "tools/list", "{}"));
      IntStream.rangeClosed(2, 21)
          .forEach(id -> client.awaitLine(line -> line.contains("from_the_hub")));
      assertThat(hub.heard(request -> request.is("initialize"))).hasSize(2);
      assertThat(hub.sessionCount()).isEqualTo(1);
    }
  }
}
