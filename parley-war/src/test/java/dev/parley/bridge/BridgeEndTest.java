package dev.parley.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BridgeEndTest {
  private final StandInServer server = StandInServer.started();

  @AfterEach
  void endServer() {
    server.close();
  }

  @Test
  void endOfInput_answersUnderWayComeFirst() {
    try (StandInClient client = StandInClient.of(server)) {
      client.begin();
      for (int id = 1; id <= 20; id++) {
        client.sendCall(id, "echo", "{}");
      }
      client.endInput();
      assertThat(client.hasEnded(5_000)).isTrue();
      assertThat(client.rest()).hasSize(20);
    }
  }

  @Test
  void endOfInput_aCallUnderWay_isWaitedFor() {
    try (StandInClient client = StandInClient.begun(server)) {
      client.sendCall(1, "wait_in_a_stream", "{}");
      client.endInput();
      assertThat(client.hasEnded(200)).isFalse();
      server.gate.countDown();
      assertThat(client.awaitAnswer(1)).contains("waited");
      assertThat(client.hasEnded(5_000)).isTrue();
    }
  }

  @Test
  void endOfInput_sessionIsEndedAtTheServer() {
    try (StandInClient client = StandInClient.begun(server)) {
      client.endInput();
      assertThat(client.hasEnded(5_000)).isTrue();
      assertThat(server.received(request -> request.method().equals("DELETE"))).hasSize(1);
      assertThat(server.sessionCount()).isZero();
    }
  }

  @Test
  void endOfInput_callThatHangs_isRefusedAfterTwoSeconds() {
    try (StandInClient client = StandInClient.begun(server)) {
      client.sendCall(1, "wait_quietly", "{}");
      server.awaitReceived(1, request -> request.calls("wait_quietly"));
      Instant ended = Instant.now();
      client.endInput();
      assertThat(client.awaitAnswer(1)).contains("outcome_unknown");
      assertThat(client.hasEnded(3_000)).isTrue();
      assertThat(Duration.between(ended, Instant.now())).isLessThan(Duration.ofSeconds(3));
    }
  }

  @Test
  void endOfInput_hubHangs_endsAllTheSame() {
    try (StandInClient client = StandInClient.begun(server)) {
      server.hangsOnDelete = true;
      Instant ended = Instant.now();
      client.endInput();
      assertThat(client.hasEnded(3_000)).isTrue();
      assertThat(Duration.between(ended, Instant.now())).isLessThan(Duration.ofSeconds(2));
    }
  }

  @Test
  void endOfInput_hubAway_endsAtOnce() {
    try (StandInClient client = StandInClient.begun(server)) {
      server.close();
      client.endInput();
      assertThat(client.hasEnded(1_500)).isTrue();
    }
  }

  @Test
  void endOfInput_beforeInitialize_endsAtOnce() {
    try (StandInClient client = StandInClient.of(server)) {
      client.endInput();
      assertThat(client.hasEnded(1_500)).isTrue();
    }
    assertThat(server.received(request -> true)).isEmpty();
  }
}
