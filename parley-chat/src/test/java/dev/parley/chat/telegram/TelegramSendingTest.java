package dev.parley.chat.telegram;

import static dev.parley.Eventually.eventually;
import static dev.parley.chat.telegram.TelegramWorld.PLANNING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.parley.chat.ChatConnection;
import dev.parley.chat.ChatFailure;
import dev.parley.chat.Envelope;
import dev.parley.chat.OutgoingMessage;
import dev.parley.chat.emulator.Faults.Fault;
import dev.parley.problem.ParleyException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The results and failures of single sendings. */
final class TelegramSendingTest {
  private final TelegramEmulation emulation = new TelegramEmulation(List.of(PLANNING));
  private final String room = Long.toString(emulation.chat(PLANNING));
  private ChatConnection connection;

  @BeforeEach
  void connect() {
    connection = emulation.system().connect(new TelegramSilentListener());
    assertThat(send("first")).isEqualTo(room + ":1");
    // faults of the next request do not hit a poll that waits
    eventually("a poll waits", () -> emulation.emulator().updates().longPolls() == 1);
  }

  @AfterEach
  void close() {
    connection.close();
    emulation.close();
  }

  private String send(String text) {
    return send(text, Optional.empty());
  }

  private String send(String text, Optional<String> answered) {
    Envelope envelope = new Envelope("alice", "alice", true, "n", 1, 1, text);
    return connection
        .send(room, new OutgoingMessage("**alice:** " + text, "n", envelope, answered))
        .id();
  }

  private ChatFailure failure() {
    return catchThrowableOfType(ChatFailure.class, () -> send("again"));
  }

  @ParameterizedTest
  @EnumSource(
      value = Fault.class,
      names = {"LIMIT", "LIMIT_WITHOUT_HEADER"})
  void limit_isThatOfTelegram(Fault fault) {
    emulation.faults().next(fault, 1);
    ChatFailure limited = failure();
    assertThat(limited.kind()).isEqualTo(ChatFailure.Kind.RATE_LIMITED);
    assertThat(limited.retryAfter()).isEqualTo(Duration.ofSeconds(1));
    assertThat(emulation.room(PLANNING)).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(
      value = Fault.class,
      names = {"SERVER_ERROR", "SERVER_ERROR_AFTER", "CUT_BEFORE", "CUT_AFTER", "TRUNCATED"})
  void lostAnswer_isSentOnce(Fault fault) {
    emulation.faults().next(fault, 1);
    assertThat(catchThrowableOfType(ParleyException.class, () -> send("again")))
        .hasMessageContaining("may be in the chat");
    assertThat(emulation.room(PLANNING)).hasSizeBetween(1, 2);
  }

  @Test
  void systemThatIsAway_isUnknownToo() {
    emulation.away(true);
    assertThat(catchThrowableOfType(ParleyException.class, () -> send("again"))).isNotNull();
    assertThat(emulation.room(PLANNING)).hasSize(1);
  }

  @Test
  void missingRight_isRefusedInTheWordsOfTelegram() {
    emulation.emulator().chat(emulation.chat(PLANNING)).member().put("status", "kicked");
    assertThat(failure())
        .hasMessageContaining("bot was kicked from the supergroup chat")
        .extracting(ChatFailure::kind)
        .isEqualTo(ChatFailure.Kind.REFUSED);
  }

  @Test
  void reply_toAMessageThatIsGone_isSentWithoutIt() {
    emulation.emulator().chat(emulation.chat(PLANNING)).remove(1);
    assertThat(send("answer", Optional.of(room + ":1"))).isEqualTo(room + ":2");
    assertThat(emulation.room(PLANNING).get(0).inReplyTo()).isEmpty();
  }

  @Test
  void history_isEmpty() {
    assertThat(connection.history(room, Optional.empty(), 100)).isEmpty();
  }
}
