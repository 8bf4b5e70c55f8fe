package dev.parley.chat.discord;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.parley.chat.ChatEmulation.Seen;
import dev.parley.chat.ChatFailure;
import dev.parley.chat.ChatFailure.Kind;
import dev.parley.chat.Envelope;
import dev.parley.chat.OutgoingMessage;
import dev.parley.chat.emulator.EmulatorServer.Response;
import dev.parley.chat.emulator.Faults.Fault;
import dev.parley.spi.Original;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** The messages of agents. */
@Tag("chat")
final class DiscordSendTest {
  private final DiscordProbe probe = new DiscordProbe();
  private final DiscordEmulator discord = probe.discord;
  private String room;

  @BeforeEach
  void open() {
    room = probe.open();
  }

  @AfterEach
  void close() {
    probe.close();
  }

  @Test
  void send_returnsTheIdAndTimeThatTheEventHas() {
    Original sent = probe.send(room, "hi");
    eventually("it came", () -> probe.messages.size() == 1);
    assertThat(probe.messages.element().original()).isEqualTo(sent);
    assertThat(probe.messages.element().author().isParley()).isTrue();
  }

  @Test
  void repeat_ofOneMessage_isNoSecondOne() {
    OutgoingMessage message = DiscordProbe.message("once", Optional.empty());
    Original first = probe.connection.send(room, message);
    assertThat(probe.connection.send(room, message)).isEqualTo(first);
    assertThat(seen()).hasSize(1);
  }

  @Test
  void twoMessages_madeInOneMillisecond_areTwo() {
    for (String last : new String[] {"V", "W"}) {
      String nonce = "01ARZ3NDEKTSV4RRFFQ69G5FA" + last;
      Envelope envelope = new Envelope("alice", "alice", false, nonce, 1, 1, "same");
      OutgoingMessage message =
          new OutgoingMessage("**alice:** same", nonce, envelope, Optional.empty());
      assertThat(probe.connection.send(room, message)).isNotNull();
    }
    assertThat(seen()).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"hi @everyone", "hi @here", "hi <@BOT> and <@&5>"})
  void mentions_callNobody(String text) {
    probe.send(room, text.replace("BOT", discord.bot));
    ObjectNode stored = probe.channel().messages.firstEntry().getValue();
    assertThat(stored.path("mention_everyone").asBoolean(true)).isFalse();
    assertThat(stored.path("mentions")).isEmpty();
    ObjectNode sent = (ObjectNode) lastSent();
    assertThat(sent.path("allowed_mentions").path("parse").isEmpty()).isTrue();
    assertThat(sent.path("allowed_mentions").path("replied_user").asBoolean(true)).isFalse();
  }

  private tools.jackson.databind.JsonNode lastSent() {
    return discord.requests.stream()
        .filter(request -> request.method().equals("POST") && request.path().endsWith("/messages"))
        .reduce((first, second) -> second)
        .orElseThrow()
        .json();
  }

  @Test
  void answer_toAMessageThatWasDeleted_isSent() {
    String asked = probe.write("?");
    probe.connection.send(room, DiscordProbe.message("one", Optional.of(asked)));
    probe.channel().messages.remove(Long.parseUnsignedLong(asked));
    probe.connection.send(room, DiscordProbe.message("two", Optional.of(asked)));
    probe.connection.send(room, DiscordProbe.message("three", Optional.of("no id")));
    assertThat(seen())
        .extracting(Seen::inReplyTo)
        .containsExactly(Optional.of(asked), Optional.empty(), Optional.empty());
  }

  @Test
  void answer_toAPartOfACopy_isOneToItsMessage() {
    String asked = probe.write("?");
    probe.connection.send(room, DiscordProbe.message("one", Optional.of(asked + "#2")));
    assertThat(seen().get(1).inReplyTo()).contains(asked);
  }

  @ParameterizedTest
  @ValueSource(strings = {"end ", "end\n", "end\t", "end\u00a0", "end\u200b", "end\u3000", "end"})
  void endOfAText_comesBackAsItWas(String text) {
    probe.send(room, text);
    eventually("it came", () -> probe.messages.size() == 1);
    assertThat(probe.messages.element().text()).isEqualTo("**alice:** " + text);
    assertThat(probe.connection.history(room, Optional.empty(), 1).get(0).text())
        .isEqualTo("**alice:** " + text);
  }

  @ParameterizedTest
  @CsvSource({"Retry-After,2,2000", "X-RateLimit-Reset-After,0.25,250", "X-None,1,0"})
  void rateLimit_withoutABody_namesTheTimeOfItsHeader(String header, String value, long millis) {
    discord.limited = new Response(429, Map.of(header, value), "");
    assertThat(failure(Fault.LIMIT, "hi"))
        .isEqualTo(Map.entry(Kind.RATE_LIMITED, Duration.ofMillis(millis)));
    assertThat(seen()).isEmpty();
  }

  @Test
  void rateLimit_withABodyAlone_namesItsTime() {
    assertThat(failure(Fault.LIMIT_WITHOUT_HEADER, "hi"))
        .isEqualTo(Map.entry(Kind.RATE_LIMITED, Duration.ofMillis(64)));
  }

  @Test
  void rateLimit_ofAllCalls_isOneToo() {
    discord.limited =
        new Response(
            429,
            Map.of("X-RateLimit-Global", "true", "X-RateLimit-Scope", "global"),
            "{\"message\":\"You are being rate limited.\",\"retry_after\":0.5,\"global\":true}");
    assertThat(failure(Fault.LIMIT, "hi"))
        .isEqualTo(Map.entry(Kind.RATE_LIMITED, Duration.ofMillis(500)));
  }

  @Test
  void emptyBucket_holdsBackTheNextMessageOfItsChannelAlone() {
    DiscordEmulatorChannel channel = probe.channel();
    channel.bucket = 1;
    channel.window = 0.3;
    probe.send(room, "one");
    String other = discord.channel("other").id;
    long begin = System.nanoTime();
    probe.send(other, "elsewhere");
    long elsewhere = System.nanoTime() - begin;
    probe.send(room, "two");
    assertThat(System.nanoTime() - begin).isGreaterThan(Duration.ofMillis(200).toNanos());
    assertThat(elsewhere).isLessThan(Duration.ofMillis(200).toNanos());
    assertThat(seen()).hasSize(2);
  }

  @Test
  void emptyBucket_forLong_isARateLimit() {
    probe.channel().bucket = 1;
    probe.channel().window = 60;
    probe.send(room, "one");
    ChatFailure failure = catchThrowableOfType(ChatFailure.class, () -> probe.send(room, "two"));
    assertThat(failure.kind()).isEqualTo(Kind.RATE_LIMITED);
    assertThat(failure.retryAfter()).isBetween(Duration.ofSeconds(50), Duration.ofSeconds(61));
  }

  @ParameterizedTest
  @CsvSource({
    "SERVER_ERROR,UNKNOWN",
    "SERVER_ERROR_AFTER,UNKNOWN",
    "CUT_BEFORE,UNKNOWN",
    "CUT_AFTER,UNKNOWN",
    "TRUNCATED,UNKNOWN"
  })
  void failureOfASending_isOfItsKind(Fault fault, Kind kind) {
    assertThat(failure(fault, "hi").getKey()).isEqualTo(kind);
  }

  @Test
  void systemThatIsGone_isUnreachable() {
    discord.close();
    ChatFailure failure = catchThrowableOfType(ChatFailure.class, () -> probe.send(room, "hi"));
    assertThat(failure.kind()).isEqualTo(Kind.UNREACHABLE);
  }

  @Test
  void missingPermissions_areNamed() {
    probe.channel().denied = DiscordEmulator.SEND;
    assertRefused("hi", "Send Messages");
    probe.channel().denied = DiscordEmulator.VIEW;
    assertRefused("hi", "View Channel");
  }

  @Test
  void deletedChannel_isRefused() {
    discord.channels.clear();
    assertRefused("hi", "does not exist");
  }

  @Test
  void tooLongText_isRefusedWithTheReasonOfDiscord() {
    assertRefused("x".repeat(2_000), "BASE_TYPE_MAX_LENGTH");
  }

  private void assertRefused(String text, String words) {
    ChatFailure failure = catchThrowableOfType(ChatFailure.class, () -> probe.send(room, text));
    assertThat(failure.kind()).isEqualTo(Kind.REFUSED);
    assertThat(failure).hasMessageContaining(words);
  }

  private Map.Entry<Kind, Duration> failure(Fault fault, String text) {
    probe.emulation.faults().next(fault, 1);
    ChatFailure failure = catchThrowableOfType(ChatFailure.class, () -> probe.send(room, text));
    return Map.entry(failure.kind(), failure.retryAfter());
  }

  private List<Seen> seen() {
    return probe.emulation.room(DiscordProbe.PLANNING);
  }
}
