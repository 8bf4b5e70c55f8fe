package dev.parley.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BridgeStreamTest {
  private final StandInHub hub = StandInHub.started();

  @AfterEach
  void endHub() {
    hub.close();
  }

  @Test
  void push_reachesTheClientAsItWas() {
    try (StandInClient client = StandInClient.begun(hub)) {
      hub.push("m-1", "hello");
      assertThat(client.awaitPush())
          .isEqualTo(
              "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/claude/channel\",\"params\":"
                  + "{\"content\":\"hello\",\"meta\":{\"room\":\"planning\",\"message_id\":\"m-1\"}}}");
    }
  }

  @Test
  void push_twiceUnderOneId_isPassedOnOnce() {
    try (StandInClient client = StandInClient.begun(hub)) {
      hub.push("m-1", "hello");
      hub.push("m-1", "hello");
      hub.push("m-2", "bye");
      assertThat(client.awaitPush()).contains("m-1");
      assertThat(client.awaitPush()).contains("m-2");
    }
  }

  @Test
  void push_withoutId_isPassedOnEachTime() {
    String notice =
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/claude/channel\",\"params\":"
            + "{\"content\":\"x\",\"meta\":{\"code\":\"ReplayBufferOverflowError\"}}}";
    try (StandInClient client = StandInClient.begun(hub)) {
      hub.pushRaw(notice);
      hub.pushRaw(notice);
      assertThat(client.awaitPush()).isEqualTo(client.awaitPush());
    }
  }

  @Test
  void stream_cut_goesOnAfterTheLastEvent() {
    try (StandInClient client = StandInClient.begun(hub)) {
      hub.push("m-1", "hello");
      client.awaitPush();
      hub.cutStreams();
      IntStream.rangeClosed(2, 31).forEach(i -> hub.push("m-" + i, "missed " + i));
      for (int i = 2; i <= 31; i++) {
        assertThat(client.awaitPush()).contains("\"missed " + i + "\"");
      }
      HubRequest second = hub.awaitHeard(2, HubRequest::isGet).get(1);
      assertThat(second.headers()).containsEntry("last-event-id", "1");
      assertThat(hub.heard(request -> request.is("initialize"))).hasSize(1);
    }
  }

  @Test
  void stream_ended_waitsAsLongAsTheHubAsked() {
    try (StandInClient client = StandInClient.begun(hub)) {
      hub.push("m-1", "hello");
      client.awaitPush();
      Instant ended = Instant.now();
      hub.endStreams(700);
      hub.awaitHeard(2, HubRequest::isGet);
      assertThat(Duration.between(ended, Instant.now())).isGreaterThan(Duration.ofMillis(690));
    }
  }

  @Test
  void stream_notOffered_isNotAskedForAgain() {
    hub.offersStream = false;
    try (StandInClient client = StandInClient.begun(hub)) {
      // As many calls as give a hasty reader time to ask again.
      IntStream.rangeClosed(1, 200).forEach(id -> client.call(id, "echo", "{}"));
      assertThat(hub.heard(HubRequest::isGet)).hasSize(1);
    }
  }

  @Test
  void call_whoseStreamEndsEarly_isGoneOnWithAfterTheRetryTime() {
    try (StandInClient client = StandInClient.begun(hub)) {
      Instant sent = Instant.now();
      assertThat(client.call(1, "end_early", "{}")).contains("\"late\":true");
      assertThat(Duration.between(sent, Instant.now())).isGreaterThan(Duration.ofMillis(290));
      HubRequest resumed =
          hub.heard(request -> "call-1".equals(request.headers().get("last-event-id"))).get(0);
      assertThat(resumed.isGet()).isTrue();
    }
  }

  @Test
  void call_whoseStreamIsCutForGood_hasAnUnknownOutcome() {
    try (StandInClient client = StandInClient.begun(hub)) {
      assertThat(client.call(1, "cut_early", "{}")).contains("outcome_unknown");
    }
  }

  @Test
  void connection_resetByTheHub_isNotUsedAgain() {
    try (StandInClient client = StandInClient.begun(hub)) {
      client.call(1, "echo", "{}");
      hub.cutResting();
      assertThat(client.call(2, "echo", "{}")).contains("\"echo\":\"echo\"");
    }
  }

  @Test
  void connection_closedByTheHubWhileItRested_isNotUsedAgain() {
    hub.closesAfterAnswer = true;
    try (StandInClient client = StandInClient.begun(hub)) {
      client.call(1, "echo", "{}");
      assertThat(client.hasEnded(350)).isFalse();
      assertThat(client.call(2, "echo", "{}")).contains("\"echo\":\"echo\"");
    }
  }

  @Test
  void stream_silentForTooLong_isTakenUpAnew() {
    try (StandInClient client = StandInClient.withPatience(hub, 600_000, 300)) {
      client.begin();
      hub.awaitHeard(3, HubRequest::isGet);
      hub.push("m-1", "hello");
      assertThat(client.awaitPush()).contains("hello");
    }
  }
}
