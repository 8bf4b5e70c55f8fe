package dev.parley.chat.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.chat.ChatMessage;
import dev.parley.chat.Envelope;
import dev.parley.chat.OutgoingMessage;
import dev.parley.chat.http.ChatHttp;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Events as messages and messages as events. */
class MatrixEventsTest {
  private static final String ROOM = "!a:example.org";
  private static final String OWN = "@parley:example.org";
  private static final String ZOE = "@zoe:example.org";

  private final MatrixMembers members =
      new MatrixMembers(
          new MatrixSession(
              MatrixSettings.of(java.net.URI.create("matrix://parley@127.0.0.1:9?tls=off")),
              MatrixCredentials.of(
                  new dev.parley.chat.ChatSecrets(name -> name.endsWith("TOKEN") ? "t1" : null))));
  private final MatrixEvents events = new MatrixEvents(OWN, Set.of("@friend:b.org"), members);

  private Optional<ChatMessage> read(String sender, JsonNode content) {
    ObjectNode event = MatrixJson.object();
    event.put("event_id", "$1").put("type", "m.room.message").put("sender", sender);
    event.put("origin_server_ts", 1_000).set("content", content);
    return events.read(ROOM, event);
  }

  private String text(String content) {
    return read(ZOE, ChatHttp.JSON.readTree(content.replace('\'', '"')))
        .map(ChatMessage::text)
        .orElse("");
  }

  @Test
  void texts_areReadAsPeopleSeeThem() {
    assertThat(text("{'msgtype':'m.text','body':'*hi* <b>'}")).isEqualTo("*hi* <b>");
    assertThat(text("{'msgtype':'m.notice','body':'hi'}")).isEqualTo("hi");
    assertThat(text("{'msgtype':'m.emote','body':'waves'}")).isEqualTo("* zoe waves");
    assertThat(text("{'msgtype':'m.image','body':'a.png','url':'mxc://b.org/c'}"))
        .isEqualTo("[a.png](mxc://b.org/c)");
    assertThat(
            text("{'msgtype':'m.file','body':'see this','filename':'a.txt','url':'mxc://b.org/c'}"))
        .isEqualTo("[a.txt](mxc://b.org/c) see this");
    assertThat(text("{'msgtype':'org.example.new','body':'fallback'}")).isEqualTo("fallback");
    assertThat(text("{'msgtype':'m.key.verification.request','body':'verify'}")).isEmpty();
    assertThat(text("{}")).isEmpty();
    assertThat(text("{'msgtype':7,'body':{}}")).isEmpty();
  }

  @Test
  void quoteOfAReply_isLeftOut() {
    String reply = ",'m.relates_to':{'m.in_reply_to':{'event_id':'$0'}}}";
    assertThat(text("{'msgtype':'m.text','body':'> <@a:b> one\\n> two\\n\\nyes\\n> no'" + reply))
        .isEqualTo("yes\n> no");
    assertThat(text("{'msgtype':'m.text','body':'> mine\\nyes'" + reply)).isEqualTo("> mine\nyes");
    assertThat(text("{'msgtype':'m.text','body':'> all'" + reply)).isEqualTo("> all");
    assertThat(text("{'msgtype':'m.text','body':'> <@a:b> one\\n\\nyes'}"))
        .isEqualTo("> <@a:b> one\n\nyes");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'m.in_reply_to':{'event_id':'$0'}}|$0",
        "{'rel_type':'m.thread','event_id':'$9','is_falling_back':true,"
            + "'m.in_reply_to':{'event_id':'$0'}}|$9",
        "{'rel_type':'m.thread','event_id':'$9','m.in_reply_to':{'event_id':'$0'}}|$0",
        "{'rel_type':'m.thread','event_id':'$9'}|$9",
        "{'rel_type':'m.reference','event_id':'$9'}|none"
      },
      quoteCharacter = '`')
  void answeredMessage_isThatOfTheReplyOrTheThread(String relation, String answered) {
    ObjectNode content = MatrixJson.object().put("msgtype", "m.text").put("body", "x");
    content.set("m.relates_to", ChatHttp.JSON.readTree(relation.replace('\'', '"')));
    assertThat(read(ZOE, content).orElseThrow().inReplyTo().orElse("none")).isEqualTo(answered);
  }

  @Test
  void envelope_countsFromTrustedAccountsAlone() {
    ObjectNode content =
        MatrixContent.of(
            new OutgoingMessage(
                "**ally (alice):** Hi",
                "N1",
                new Envelope("alice", "ally", true, "N1", 1, 1, "Hi"),
                Optional.empty()));
    assertThat(read(OWN, content).orElseThrow().envelope()).isPresent();
    assertThat(read("@friend:b.org", content).orElseThrow().envelope()).isPresent();
    ChatMessage forged = read(ZOE, content).orElseThrow();
    assertThat(forged.envelope()).isEmpty();
    assertThat(forged.author().isParley()).isFalse();
  }

  @Test
  void timeOfAnEvent_staysInTheCalendar() {
    ObjectNode event = MatrixJson.object();
    event.put("event_id", "$1").put("type", "m.room.message").put("sender", ZOE);
    event.set("content", MatrixJson.object().put("msgtype", "m.text").put("body", "x"));
    event.put("origin_server_ts", Long.MAX_VALUE);
    assertThat(events.read(ROOM, event).orElseThrow().original().sentAt().toString())
        .startsWith("9999-");
    event.put("origin_server_ts", -5);
    assertThat(events.read(ROOM, event).orElseThrow().original().sentAt().toString())
        .startsWith("1970-");
  }

  @Test
  void idsOfAuthors_areReadableAndOfOneUserEach() {
    assertThat(MatrixIds.readable("@zoe:example.org")).isEqualTo("zoe-example.org");
    assertThat(MatrixIds.readable("@zoe-evil:example.org"))
        .isNotEqualTo(MatrixIds.readable("@zoe:evil-example.org"));
  }

  @Test
  void message_isBoldEscapedAndPingsNobody() {
    Envelope envelope = new Envelope("alice", "ally", true, "N1", 1, 1, "a < b\n@room & @Room");
    ObjectNode content =
        MatrixContent.of(
            new OutgoingMessage(
                "**ally (alice):** a < b\n@room & @Room", "N1", envelope, Optional.of("$0")));
    assertThat(MatrixJson.text(content, "body"))
        .isEqualTo("ally (alice): a < b\n@\u200Broom & @\u200BRoom");
    assertThat(MatrixJson.text(content, "formatted_body"))
        .isEqualTo("<strong>ally (alice):</strong> a &lt; b<br>@\u200Broom &amp; @\u200BRoom");
    assertThat(content.path("m.mentions").isEmpty()).isTrue();
    assertThat(MatrixJson.text(content.path("m.relates_to").path("m.in_reply_to"), "event_id"))
        .isEqualTo("$0");
    assertThat(MatrixJson.text(content.path(Envelope.NAME), "body"))
        .isEqualTo("a < b\n@room & @Room");
  }

  @Test
  void code_isInABlock() {
    assertThat(MatrixHtml.of("bob:", "See\n```java\nif (a)\n  b();\n```\nDone"))
        .isEqualTo("<strong>bob:</strong> See<pre><code>if (a)\n  b();</code></pre>Done");
    assertThat(MatrixHtml.of("", "```\nopen")).isEqualTo("<pre><code>open</code></pre>");
  }

  @Test
  void anyText_fitsInAnEvent() {
    for (String letter : new String[] {"a", "\"", "&", "\u6f22", "\u0001", "\ud83d\ude00"}) {
      String body = letter.repeat(7_880 / letter.length());
      ObjectNode content =
          MatrixContent.of(
              new OutgoingMessage(
                  "**alice:** " + body,
                  "N1",
                  new Envelope("alice", "alice", true, "N1", 1, 1, body),
                  Optional.empty()));
      assertThat(MatrixJson.size(content)).as(letter).isLessThan(MatrixContent.MAX_BYTES);
      assertThat(MatrixJson.text(content.path(Envelope.NAME), "body")).isEqualTo(body);
    }
  }
}
