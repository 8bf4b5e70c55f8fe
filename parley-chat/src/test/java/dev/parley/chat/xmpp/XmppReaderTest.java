package dev.parley.chat.xmpp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.chat.ChatAuthor;
import dev.parley.chat.ChatMessage;
import java.net.URI;
import java.time.Instant;
import java.util.Optional;
import org.jivesoftware.smack.packet.Message;
import org.jivesoftware.smack.packet.Presence;
import org.jivesoftware.smack.util.PacketParserUtils;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jxmpp.jid.EntityBareJid;
import org.jxmpp.jid.impl.JidCreate;

/** Stanzas of rooms as messages. */
class XmppReaderTest {
  private static final String ROOM = "planning@rooms.example.org";
  private static final EntityBareJid JID = JidCreate.entityBareFromOrThrowUnchecked(ROOM);
  private static final XmppSettings SETTINGS =
      XmppAddress.settings(
          XmppAddress.of(
              URI.create("xmpp://bot@example.org/rooms.example.org?trusted=bot@example.net")),
          XmppEmulation.secrets("not-in-examples"));
  private static final XmppAuthors SHOWN = new XmppAuthors(SETTINGS, true, "");
  private static final XmppAuthors HIDDEN = new XmppAuthors(SETTINGS, false, "own");
  private static final String STANZA_ID =
      "<stanza-id xmlns='urn:xmpp:sid:0' id='s1' by='" + ROOM + "'/>";
  private static final String ENVELOPE =
      "<message xmlns='urn:parley:message:0' agent='alice' nickname='ally' verified='true'"
          + " nonce='n' part='1' parts='1'>exactly</message>";

  private XmppOccupants occupants;
  private XmppReader reader;

  @BeforeAll
  static void loadTheLibrary() throws ClassNotFoundException {
    Class.forName(XmppLink.class.getName()); // it changes how one element is read
  }

  @BeforeEach
  void enterTheRoom() throws Exception {
    occupants = new XmppOccupants();
    reader = new XmppReader(JID, occupants);
    occupant("Zoë", "zoe@example.org/phone");
    occupant("far", "zoe@example.net/x");
    occupant("parley", "bot@example.org/1");
    occupant("friend", "bot@example.net/1");
  }

  private void occupant(String nickname, String account) throws Exception {
    Presence presence =
        PacketParserUtils.parseStanza(
            "<presence xmlns='jabber:client' from='%s/%s'><x xmlns='http://jabber.org/protocol/muc#user'><item affiliation='none' role='participant' jid='%s'/></x></presence>"
                .formatted(ROOM, nickname, account));
    occupants.take(nickname, presence);
  }

  private Optional<ChatMessage> now(String nickname, String content) throws Exception {
    return reader.now(message(nickname, content), SHOWN);
  }

  private static Message message(String nickname, String content) throws Exception {
    return PacketParserUtils.parseStanza(
        "<message xmlns='jabber:client' type='groupchat' id='m1' from='%s/%s'>%s</message>"
            .formatted(ROOM, nickname, content));
  }

  private static Message archived(String archive, String nickname, String content)
      throws Exception {
    return PacketParserUtils.parseStanza(
        """
        <message xmlns='jabber:client' from='%s'><result xmlns='urn:xmpp:mam:2' queryid='q' id='a1'>\
        <forwarded xmlns='urn:xmpp:forward:0'><delay xmlns='urn:xmpp:delay' stamp='2026-11-28T10:00:00Z'/>\
        <message xmlns='jabber:client' type='groupchat' id='m1' from='%s/%s'>%s</message>\
        </forwarded></result></message>\
        """
            .formatted(archive, ROOM, nickname, content));
  }

  private static String account(String jid) {
    return "<x xmlns='http://jabber.org/protocol/muc#user'><item affiliation='none'"
        + " role='participant' jid='%s'/></x>".formatted(jid);
  }

  private static String body(String text) {
    return "<body>" + text + "</body>";
  }

  @Test
  void message_hasTheIdOfTheRoomAndTheAccount() throws Exception {
    ChatMessage read = now("Zoë", body("Hi") + STANZA_ID).orElseThrow();
    assertThat(read.original().id()).isEqualTo("s1");
    assertThat(read.author()).isEqualTo(new ChatAuthor("zoe", "Zoë", false));
    assertThat(read.text()).isEqualTo("Hi");
    assertThat(read.inReplyTo()).isEmpty();
  }

  @Test
  void accountOfAnotherServer_hasItsDomainInItsId() throws Exception {
    assertThat(now("far", body("Hi") + STANZA_ID).orElseThrow().author().id())
        .isEqualTo("zoe@example.net");
  }

  @Test
  void nicknameWhoseAccountIsNotKnown_isNoAccount() throws Exception {
    assertThat(now("zoe", body("Hi") + STANZA_ID).orElseThrow().author())
        .isEqualTo(new ChatAuthor("nick/zoe", "zoe", false));
  }

  @Test
  void envelope_countsOfParleysAlone() throws Exception {
    String content = body("ally (alice): exactly") + STANZA_ID + ENVELOPE;
    assertThat(now("Zoë", content).orElseThrow().envelope()).isEmpty();
    for (String parley : new String[] {"parley", "friend"}) {
      ChatMessage read = now(parley, content).orElseThrow();
      assertThat(read.author().isParley()).isTrue();
      assertThat(read.envelope().orElseThrow().body()).isEqualTo("exactly");
    }
  }

  @Test
  void idThatSomebodyElseGave_doesNotCount() throws Exception {
    assertThat(
            now(
                "Zoë",
                body("Hi") + "<stanza-id xmlns='urn:xmpp:sid:0' id='s1' by='zoe@example.org'/>"))
        .isEmpty();
    assertThat(
            now(
                    "Zoë",
                    body("Hi")
                        + "<stanza-id xmlns='urn:xmpp:sid:0' id='other' by='zoe@example.org'/>"
                        + STANZA_ID)
                .orElseThrow()
                .original()
                .id())
        .isEqualTo("s1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<subject>Plans</subject>",
        "<composing xmlns='http://jabber.org/protocol/chatstates'/>",
        "<body>x</body><replace xmlns='urn:xmpp:message-correct:0' id='m0'/>",
        "<body>x</body><retract xmlns='urn:xmpp:message-retract:1' id='s0'/>",
        "<body>x</body><apply-to xmlns='urn:xmpp:fasten:0' id='o0'><retract"
            + " xmlns='urn:xmpp:message-retract:0'/></apply-to>",
        "<body>x</body><reactions xmlns='urn:xmpp:reactions:0'"
            + " id='s0'><reaction>👍</reaction></reactions>",
        "<body>x</body><delay xmlns='urn:xmpp:delay' stamp='2026-11-28T10:00:00Z'/>"
      })
  void whatIsNoNewMessage_isNotPassedOn(String content) throws Exception {
    assertThat(now("Zoë", content + STANZA_ID)).isEmpty();
  }

  @Test
  void messageOfTheRoomItself_isNotPassedOn() throws Exception {
    Message message =
        PacketParserUtils.parseStanza(
            "<message xmlns='jabber:client' type='groupchat' from='%s'><body>x</body>%s</message>"
                .formatted(ROOM, STANZA_ID));
    assertThat(reader.now(message, SHOWN)).isEmpty();
  }

  @Test
  void reply_isReadWithoutItsQuotation() throws Exception {
    String fallback =
        "<fallback xmlns='urn:xmpp:fallback:0' for='urn:xmpp:reply:0'><body start='0'"
            + " end='%d'/></fallback>";
    String quotation = "&gt; 😀 or?\n";
    ChatMessage read =
        now(
                "Zoë",
                body(quotation + "YAML")
                    + STANZA_ID
                    + "<reply xmlns='urn:xmpp:reply:0' id='s0' to='"
                    + ROOM
                    + "/parley'/>"
                    + fallback.formatted(8))
            .orElseThrow();
    assertThat(read.inReplyTo()).contains("s0");
    assertThat(read.text()).isEqualTo("YAML");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<body/>",
        "<body start='0' end='99'/>",
        "<body start='3' end='2'/>",
        "<body start='x' end='2'/>",
        "<body start='-1' end='2'/>",
        "<subject/>"
      })
  void quotationOfAWrongRange_isLeftIn(String range) throws Exception {
    assertThat(
            now(
                    "Zoë",
                    body("whole text")
                        + STANZA_ID
                        + "<reply xmlns='urn:xmpp:reply:0' id='s0'/>"
                        + "<fallback xmlns='urn:xmpp:fallback:0' for='urn:xmpp:reply:0'>"
                        + range
                        + "</fallback>")
                .orElseThrow()
                .text())
        .isEqualTo("whole text");
  }

  @Test
  void archivedMessage_hasTheIdTimeAndAccountOfTheArchive() throws Exception {
    ChatMessage read =
        reader
            .archived(archived(ROOM, "Zoë", body("Hi") + account("zoe@example.org")), SHOWN)
            .orElseThrow();
    assertThat(read.original().id()).isEqualTo("a1");
    assertThat(read.original().sentAt()).isEqualTo(Instant.parse("2026-11-28T10:00:00Z"));
    assertThat(read.author()).isEqualTo(new ChatAuthor("zoe", "Zoë", false));
  }

  @Test
  void archivedMessage_whoseSenderForgedAnAccount_isOfTheLastOne() throws Exception {
    assertThat(
            reader
                .archived(
                    archived(
                        ROOM,
                        "Zoë",
                        body("Hi") + account("bot@example.org") + account("zoe@example.org")),
                    SHOWN)
                .orElseThrow()
                .author()
                .id())
        .isEqualTo("zoe");
  }

  @Test
  void resultOfAnotherArchive_isDropped() throws Exception {
    String content = body("Hi") + account("bot@example.org");
    assertThat(reader.archived(archived("zoe@example.org", "parley", content), SHOWN)).isEmpty();
    assertThat(reader.archived(archived(ROOM + "/Zoë", "parley", content), SHOWN)).isEmpty();
    assertThat(reader.archived(message("Zoë", body("Hi")), SHOWN)).isEmpty();
  }

  @Test
  void roomThatHidesAccounts_distinguishesAuthorsByItsIds() throws Exception {
    String content =
        body("Hi") + STANZA_ID + "<occupant-id xmlns='urn:xmpp:occupant-id:0' id='%s'/>";
    assertThat(reader.now(message("Zoë", content.formatted("o1")), HIDDEN).orElseThrow().author())
        .isEqualTo(new ChatAuthor("occupant/o1", "Zoë", false));
    assertThat(
            reader.now(message("parley", content.formatted("own")), HIDDEN).orElseThrow().author())
        .isEqualTo(new ChatAuthor("occupant/own", "parley", true));
    assertThat(
            reader
                .archived(archived(ROOM, "parley", body("Hi") + account("bot@example.org")), HIDDEN)
                .orElseThrow()
                .author()
                .isParley())
        .isFalse();
  }
}
