package dev.parley.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BridgeStreamTest {
  private final StandInServer server = StandInServer.started();

  @AfterEach
  void endServer() {
    server.close();
  }

  @Test
  void push_reachesTheClientAsItWas() {
    try (StandInClient client = StandInClient.begun(server)) {
      server.push("m-1", "hello");
      assertThat(client.awaitPush())
          .isEqualTo(
              "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/claude/channel\",\"params\":"
                  + "{\"content\":\"hello\",\"meta\":{\"room\":\"planning\",\"message_id\":\"m-1\"}}}");
    }
  }

  @Test
  void push_twiceUnderOneId_isPassedOnOnce() {
    try (StandInClient client = StandInClient.begun(server)) {
      server.push("m-1", "hello");
      server.push("m-1", "hello");
      server.push("m-2", "bye");
      assertThat(client.awaitPush()).contains("m-1");
      assertThat(client.awaitPush()).contains("m-2");
    }
  }

  @Test
  void push_withoutId_isPassedOnEachTime() {
    String notice =
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/claude/channel\",\"params\":"
            + "{\"content\":\"x\",\"meta\":{\"code\":\"ReplayBufferOverflowError\"}}}";
    try (StandInClient client = StandInClient.begun(server)) {
      server.pushRaw(notice);
      server.pushRaw(notice);
      assertThat(client.awaitPush()).isEqualTo(client.awaitPush());
    }
  }

  @Test
  void stream_cut_goesOnAfterTheLastEvent() {
    try (StandInClient client = StandInClient.begun(server)) {
      server.push("m-1", "hello");
      client.awaitPush();
      server.cutStreams();
      IntStream.rangeClosed(2, 31).forEach(i -> server.push("m-" + i, "missed " + i));
      for (int i = 2; i <= 31; i++) {
        assertThat(client.awaitPush()).contains("\"missed " + i + "\"");
      }
      StandInRequest second = server.awaitReceived(2, StandInRequest::isGet).get(1);
      assertThat(second.headers()).containsEntry("last-event-id", "1");
      assertThat(server.received(request -> request.is("initialize"))).hasSize(1);
    }
  }

  @Test
  void stream_ended_waitsAsLongAsTheServerAsked() {
    try (StandInClient client = StandInClient.begun(server)) {
      server.push("m-1", "hello");
      client.awaitPush();
      Instant ended = Instant.now();
      server.endStreams(700);
      server.awaitReceived(2, StandInRequest::isGet);
      assertThat(Duration.between(ended, Instant.now())).isGreaterThan(Duration.ofMillis(690));
    }
  }

  @Test
  void stream_notOffered_isNotAskedForAgain() {
    server.offersStream = false;
    try (StandInClient client = StandInClient.begun(server)) {
      // As many calls as give a hasty reader time to ask again.
      IntStream.rangeClosed(1, 200).forEach(id -> client.call(id, "echo", "{}"));
      assertThat(server.received(StandInRequest::isGet)).hasSize(1);
    }
  }

  @Test
  void call_whoseStreamEndsEarly_isGoneOnWithAfterTheRetryTime() {
    try (StandInClient client = StandInClient.begun(server)) {
      Instant sent = Instant.now();
      assertThat(client.call(1, "end_early", "{}")).contains("\"late\":true");
      assertThat(Duration.between(sent, Instant.now())).isGreaterThan(Duration.ofMillis(290));
      StandInRequest resumed =
          server
              .received(request -> "call-1".equals(request.headers().get("last-event-id")))
              .get(0);
      assertThat(resumed.isGet()).isTrue();
    }
  }

  @Test
  void call_whoseStreamIsCutForGood_hasAnUnknownOutcome() {
    try (StandInClient client = StandInClient.begun(server)) {
      assertThat(client.call(1, "cut_early", "{}")).contains("outcome_unknown");
    }
  }

  @Test
  void connection_resetByTheServer_isNotUsedAgain() {
    try (StandInClient client = StandInClient.begun(server)) {
      client.call(1, "echo", "{}");
      server.cutResting();
      assertThat(client.call(2, "echo", "{}")).contains("\"echo\":\"echo\"");
    }
  }

  @Test
  void connection_closedByTheServerWhileItRested_isNotUsedAgain() {
    server.closesAfterAnswer = true;
    try (StandInClient client = StandInClient.begun(server)) {
      client.call(1, "echo", "{}");
      assertThat(client.hasEnded(350)).isFalse();
      assertThat(client.call(2, "echo", "{}")).contains("\"echo\":\"echo\"");
    }
  }

  @Test
  void stream_silentForTooLong_isTakenUpAnew() {
    try (StandInClient client = StandInClient.withPatience(server, 600_000, 300)) {
      client.begin();
      server.awaitReceived(3, StandInRequest::isGet);
      server.push("m-1", "hello");
      assertThat(client.awaitPush()).contains("hello");
    }
  }
}
