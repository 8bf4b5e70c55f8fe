package dev.parley.chat.xmpp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.chat.Envelope;
import java.util.Optional;
import org.jivesoftware.smack.packet.Message;
import org.jivesoftware.smack.packet.StandardExtensionElement;
import org.jivesoftware.smack.packet.StanzaBuilder;
import org.jivesoftware.smack.util.PacketParserUtils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Envelopes in XML. */
@Tag("chat")
class XmppEnvelopesTest {
  private static Envelope envelope(String body) {
    return new Envelope("alice", "ally", true, "01ARZ3NDEKTSV4RRFFQ69G5FAV", 2, 3, body);
  }

  private static Optional<Envelope> parsed(StandardExtensionElement element) throws Exception {
    String xml = StanzaBuilder.buildMessage("m1").addExtension(element).build().toXML().toString();
    Message message = PacketParserUtils.parseStanza(xml);
    return Optional.ofNullable(message.getExtension(XmppEnvelopes.NAME))
        .flatMap(XmppEnvelopes::read);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "plain",
        "  spaces around \n",
        " \n ",
        "<b>&amp;</b> ]]> '\"",
        "lines\r\nand\rmore\n",
        "nul \0 bell \u0007 \u001f",
        "\uFFFE \uFFFF \uFFFD",
        "😀 👩‍🚀 漢字 ש",
        "\ud83f\udfff"
      })
  void anyText_isReadAsItWasWritten(String text) throws Exception {
    assertThat(parsed(XmppEnvelopes.of(envelope(text)))).contains(envelope(text));
  }

  @Test
  void textThatXmlCarries_isReadable() {
    assertThat(XmppEnvelopes.of(envelope("Hi")).toXML().toString())
        .startsWith("<message xmlns='urn:parley:message:0'")
        .contains("agent='alice'", "part='2'", ">Hi</message>")
        .doesNotContain("base64");
  }

  @Test
  void elementThatIsNone_isNoEnvelope() throws Exception {
    assertThat(parsed(element().setText("no agent").build())).isEmpty();
    assertThat(parsed(whole().build())).isEmpty();
    assertThat(parsed(whole().addAttribute("encoding", "rot13").setText("Uv").build())).isEmpty();
    assertThat(parsed(whole().addAttribute("encoding", "base64").setText("?").build())).isEmpty();
    assertThat(parsed(whole().setText("Hi").build())).isPresent();
  }

  private static StandardExtensionElement.Builder element() {
    return StandardExtensionElement.builder(
        XmppEnvelopes.NAME.getLocalPart(), XmppEnvelopes.NAME.getNamespaceURI());
  }

  private static StandardExtensionElement.Builder whole() {
    return element()
        .addAttribute("agent", "alice")
        .addAttribute("nickname", "ally")
        .addAttribute("nonce", "n")
        .addAttribute("part", "1")
        .addAttribute("parts", "1");
  }

  @Test
  void textForPeople_hasAReplacementForEachCharacterThatXmlCannotCarry() {
    assertThat(XmppText.cleaned("a\0b\u0008c\uFFFEd\r\ne\rf\tg\n😀"))
        .isEqualTo("a\uFFFDb\uFFFDc\uFFFDd\ne\nf\tg\n😀");
    assertThat(XmppText.cleaned("half \uD83D alone")).isEqualTo("half \uFFFD alone");
  }
}
