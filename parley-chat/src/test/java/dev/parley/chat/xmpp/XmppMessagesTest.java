package dev.parley.chat.xmpp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.chat.ChatFailure;
import dev.parley.chat.Envelope;
import dev.parley.chat.OutgoingMessage;
import java.time.Duration;
import java.util.Optional;
import org.jivesoftware.smack.packet.StanzaError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jxmpp.jid.EntityBareJid;
import org.jxmpp.jid.impl.JidCreate;

/** Messages as they are sent, and the errors that answer them. */
class XmppMessagesTest {
  private static final EntityBareJid ROOM =
      JidCreate.entityBareFromOrThrowUnchecked("planning@rooms.example.org");

  @Test
  void message_hasTheTextForPeopleTheEnvelopeAndItsId() {
    String xml =
        XmppWriter.of(
                ROOM,
                new OutgoingMessage(
                    "**ally (alice) 1/2:** I take **this** \0",
                    "n1",
                    new Envelope("alice", "ally", true, "n0", 1, 2, "I take **this** \0"),
                    Optional.of("s0")),
                Optional.of(ROOM + "/zoe"))
            .toXML()
            .toString();
    assertThat(xml)
        .contains(
            "type='groupchat'", "id='n1'", "<body>ally (alice) 1/2: I take **this** \uFFFD</body>")
        .containsPattern("<origin-id xmlns='urn:xmpp:sid:0' id='n1'/>")
        .containsPattern("<reply xmlns='urn:xmpp:reply:0'[^>]* id='s0'")
        .contains("to='planning@rooms.example.org/zoe'")
        .contains("nonce='n0'", "encoding='base64'")
        .doesNotContain("\0");
  }

  @Test
  void textForPeople_isEscapedWhole() {
    assertThat(new XmppBody("<a> & ]]> \0").toXML().toString())
        .isEqualTo("<body>&lt;a&gt; &amp; ]]&gt; \uFFFD</body>");
  }

  @Test
  void marksAroundThePrefixAlone_areLeftOut() {
    assertThat(XmppWriter.plain("**alice:** **bold:** x")).isEqualTo("alice: **bold:** x");
    assertThat(XmppWriter.plain("no prefix:** x")).isEqualTo("no prefix:** x");
  }

  @ParameterizedTest
  @CsvSource({
    "resource_constraint, WAIT, RATE_LIMITED",
    "policy_violation, WAIT, RATE_LIMITED",
    "policy_violation, MODIFY, REFUSED",
    "internal_server_error, CANCEL, UNREACHABLE",
    "remote_server_timeout, WAIT, UNREACHABLE",
    "service_unavailable, WAIT, UNREACHABLE",
    "forbidden, AUTH, REFUSED",
    "not_allowed, CANCEL, REFUSED"
  })
  void errorOfAStanza_hasItsEffect(
      StanzaError.Condition condition, StanzaError.Type type, ChatFailure.Kind kind) {
    ChatFailure failure =
        XmppErrors.of(StanzaError.from(condition, "slow down").setType(type).build());
    assertThat(failure.kind()).isEqualTo(kind);
    if (kind == ChatFailure.Kind.RATE_LIMITED) {
      assertThat(failure.retryAfter()).isEqualTo(Duration.ofSeconds(5));
    } else {
      assertThat(failure).hasMessage(condition.toString() + ": slow down");
    }
  }
}
