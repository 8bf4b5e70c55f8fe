package dev.parley.war.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.event.AgentThinking;
import dev.parley.event.DirectArrived;
import dev.parley.event.Event;
import dev.parley.event.MessageArrived;
import dev.parley.event.MessagesLost;
import dev.parley.event.Notice;
import dev.parley.event.PermissionDecided;
import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.MessageId;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import dev.parley.id.SessionId;
import dev.parley.id.WorkspaceId;
import dev.parley.message.Body;
import dev.parley.message.MessageDraft;
import dev.parley.message.Sender;
import dev.parley.message.SessionMessage;
import dev.parley.message.SessionMessageDraft;
import dev.parley.message.TopicName;
import dev.parley.permission.PermissionAnswer;
import dev.parley.war.wake.ChannelText;
import dev.parley.war.wire.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PushEncoderTest {
  private static final String ID = "01HX0000000000000000000000";
  private static final TopicName PLANNING =
      TopicName.of(WorkspaceId.DEFAULT, RoomName.of("planning"));

  @Test
  void encode_ofAMessage_isOneLineOfDataWithMetaInOrder() {
    assertThat(encoded(message("hi bob", Instant.parse("2026-01-31T09:30:00Z"))))
        .isEqualTo(
            "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/claude/channel\",\"params\":"
                + "{\"content\":\"hi bob\",\"meta\":{\"room\":\"planning\","
                + "\"from_nickname\":\"clever-otter\",\"verified\":\"false\",\"seq\":\"42\",\"message_id\":\""
                + ID
                + "\",\"sent_at\":\"2026-01-31T09:30:00.000Z\"}}}\n\n");
  }

  @Test
  void encode_ofAMessageOfASession_saysWhetherItsSenderWasVerified() {
    for (boolean verified : new boolean[] {true, false}) {
      SessionMessage direct =
          new SessionMessage(
              new MessageId(ID),
              new SessionId("run"),
              7,
              new AgentId("otter"),
              verified,
              Instant.EPOCH,
              SessionMessageDraft.direct(new AgentId("bob"), "hi"));
      assertThat(encoded(new DirectArrived(direct)))
          .contains("{\"from_agent\":\"otter\",\"verified\":\"" + verified + "\",\"seq\":\"7\",");
    }
  }

  @Test
  void encode_ofAnAnswerToAPermissionRequest_isItsOwnNotification() {
    assertThat(encoded(new PermissionDecided("abcde", PermissionAnswer.DENY)))
        .isEqualTo(
            "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/claude/channel/permission\","
                + "\"params\":{\"request_id\":\"abcde\",\"behavior\":\"deny\"}}\n\n");
  }

  @Test
  void encode_ofLinesAndControls_staysOnOneLine() {
    String encoded = encoded(message("a\nb\r\nc\r\u0085\u2028\u2029\u0000", Instant.EPOCH));
    assertThat(encoded.indexOf('\n')).isEqualTo(encoded.length() - 2);
    assertThat(encoded).doesNotContain("\r", "\u0000").contains("a\\nb\\r\\nc\\r");
  }

  @Test
  void encode_ofAnyScript_isReadAsItWas() throws IOException {
    String json = encoded(message("é€🦦", Instant.EPOCH)).substring("data: ".length());
    assertThat(Json.jackson().readTree(json).at("/params/content").asString()).isEqualTo("é€🦦");
  }

  @Test
  void encode_ofALoss_namesHowManyAndWhere() {
    TopicName review = TopicName.of(WorkspaceId.DEFAULT, RoomName.of("review"));
    assertThat(encoded(new MessagesLost(976, List.of(PLANNING, review))))
        .isEqualTo(
            "data:"
                + " {\"jsonrpc\":\"2.0\",\"method\":\"notifications/claude/channel\",\"params\":{\"content\":\"missed"
                + " messages, please rejoin: 976 were lost in planning, review; ask there for what"
                + " you need\",\"meta\":{\"code\":\"ReplayBufferOverflowError\"}}}\n\n");
  }

  @Test
  void encode_ofANotice_isItsBytes() {
    assertThat(encoded(new Notice("{\"a\":1}".getBytes(StandardCharsets.US_ASCII))))
        .isEqualTo("data: {\"a\":1}\n\n");
  }

  @Test
  void encode_ofWhatHappenedInASession_namesItAndRefuses() {
    assertThatThrownBy(() -> PushEncoder.encode(new AgentThinking("hm")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("AGENT_THINKING");
  }

  @ParameterizedTest
  @CsvSource({
    "<channel,&lt;channel",
    "</channel>,&lt;/channel>",
    "<ChAnNeL source,&lt;ChAnNeL source",
    "<<channel,<&lt;channel",
    "</CHANNEL></channel>,&lt;/CHANNEL>&lt;/channel>",
    "<channels>,&lt;channels>",
    "< channel>,&lt; channel>",
    "<//channel>,&lt;//channel>",
    "<chan>,<chan>",
    "&lt;channel>,&lt;channel>",
    "a < b > c,a < b > c"
  })
  void defused_opensNoTag(String body, String shown) {
    assertThat(ChannelText.defused(body)).isEqualTo(shown);
  }

  private static MessageArrived message(String body, Instant sentAt) {
    Sender sender =
        new Sender(new AgentId("otter"), Nickname.of("clever-otter"), new ConnectionId(ID));
    return new MessageArrived(
        MessageDraft.of(PLANNING, sender, Body.of(body)).accepted(new MessageId(ID), 42, sentAt));
  }

  private static String encoded(Event event) {
    return new String(PushEncoder.encode(event), StandardCharsets.UTF_8);
  }
}
