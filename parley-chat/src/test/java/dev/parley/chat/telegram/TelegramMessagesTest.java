package dev.parley.chat.telegram;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.chat.ChatMessage;
import dev.parley.chat.Envelope;
import dev.parley.chat.OutgoingMessage;
import dev.parley.chat.http.ChatHttp;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The form of messages on both ways. */
final class TelegramMessagesTest {
  private static final String HEAD =
      "'message_id':7,'date':1700000000,'chat':{'id':-1001,'type':'supergroup','title':'T'},";
  private static final String FROM =
      "'from':{'id':42,'is_bot':false,'first_name':'Zoe','last_name':'Miller'},";

  private static JsonNode json(String text) {
    return ChatHttp.JSON.readTree(text.replace('\'', '"'));
  }

  private static Optional<ChatMessage> read(String fields) {
    return TelegramMessages.read(json("{" + HEAD + fields + "}"), "1");
  }

  private static String text(String fields) {
    return read(FROM + fields).orElseThrow().text();
  }

  @Test
  void message_hasItsIdTimeAndAuthor() {
    ChatMessage message = read(FROM + "'text':'hi'").orElseThrow();
    assertThat(message.original().id()).isEqualTo("-1001:7");
    assertThat(message.original().sentAt()).isEqualTo(Instant.ofEpochSecond(1_700_000_000));
    assertThat(message.author().id()).isEqualTo("42");
    assertThat(message.author().name()).isEqualTo("Zoe Miller");
    assertThat(message.author().isParley()).isFalse();
    assertThat(message.inReplyTo()).isEmpty();
  }

  @Test
  void author_withAUserName_isKnownByIt() {
    assertThat(
            read("'from':{'id':42,'first_name':'Zoe','username':'zoe_m'},'text':'hi'")
                .orElseThrow()
                .author()
                .id())
        .isEqualTo("zoe_m");
  }

  @Test
  void author_ofAChannelOrAnAnonymousAdministrator_isTheChat() {
    ChatMessage message =
        read("'from':{'id':1087968824,'username':'GroupAnonymousBot'},"
                + "'sender_chat':{'id':-1001,'title':'The News','type':'channel'},"
                + "'text':'hi'")
            .orElseThrow();
    assertThat(message.author().id()).isEqualTo("-1001");
    assertThat(message.author().name()).isEqualTo("The News");
  }

  @Test
  void author_thatIsTheBot_isAParley() {
    assertThat(
            read("'from':{'id':1,'first_name':'P','is_bot':true},'text':'hi'")
                .orElseThrow()
                .author()
                .isParley())
        .isTrue();
  }

  @Test
  void reply_namesTheMessage_butTheBeginningOfAForumTopicIsNone() {
    String reply = "'reply_to_message':{'message_id':3,'chat':{'id':-1001}%s},'text':'hi'";
    assertThat(read(FROM + reply.formatted("")).orElseThrow().inReplyTo()).contains("-1001:3");
    assertThat(
            read(FROM + reply.formatted(",'forum_topic_created':{'name':'x'}"))
                .orElseThrow()
                .inReplyTo())
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'new_chat_members':[{'id':5}]",
        "'left_chat_member':{'id':5}",
        "'pinned_message':{'message_id':3}",
        "'migrate_to_chat_id':-1002",
        "'text':'  '"
      })
  void changeOfTheChat_isNoMessage(String fields) {
    assertThat(read(FROM + fields)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "'photo':[{'file_id':'x'}],'caption':'look'|[photo] look",
        "'photo':[{'file_id':'x'}]|[photo]",
        "'document':{'file_name':'plan.pdf'}|[document plan.pdf]",
        "'animation':{'file_name':'a.mp4'},'document':{'file_name':'a.mp4'}|[animation a.mp4]",
        "'sticker':{'emoji':'😀'}|[sticker 😀]",
        "'poll':{'question':'When?'}|[poll When?]",
        "'voice':{'duration':3}|[voice message]"
      })
  void media_isNamed_andItsCaptionIsTheText(String fields, String text) {
    assertThat(text(fields)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "{'type':'bold','offset':3,'length':5}|😀 **agree** and more",
        "{'type':'italic','offset':3,'length':6}|😀 *agree* and more",
        "{'type':'code','offset':3,'length':5}|😀 `agree` and more",
        "{'type':'text_link','offset':3,'length':5,'url':'https://e.org'}"
            + "|😀 [agree](https://e.org) and more",
        "{'type':'text_mention','offset':3,'length':5,'user':{'id':5}}|😀 @agree and more",
        "{'type':'bold','offset':3,'length':9},{'type':'italic','offset':3,'length':5}"
            + "|😀 ***agree* and** more",
        "{'type':'bold','offset':13,'length':900}|😀 agree and **more**",
        "{'type':'hashtag','offset':3,'length':5}|😀 agree and more",
        "{'type':'bold','offset':90,'length':5}|😀 agree and more"
      })
  void entities_areMarkdown(String entities, String text) {
    assertThat(text("'text':'😀 agree and more','entities':[" + entities + "]")).isEqualTo(text);
  }

  @Test
  void quotesAndBlocks_areMarkdown() {
    assertThat(text("'text':'a\\nb\\nc','entities':[{'type':'blockquote','offset':0,'length':3}]"))
        .isEqualTo("> a\n> b\nc");
    assertThat(
            text(
                "'text':'x = 1','entities':"
                    + "[{'type':'pre','offset':0,'length':5,'language':'py'}]"))
        .isEqualTo("```py\nx = 1\n```");
  }

  private static ObjectNode sent(String text, Optional<String> answered) {
    Envelope envelope = new Envelope("alice", "alice", true, "n", 1, 1, text);
    return TelegramSender.parameters("-1001", new OutgoingMessage(text, "n", envelope, answered));
  }

  @Test
  void sending_hasTheAgentInBold_andNoMarkup() {
    ObjectNode parameters =
        sent("**ally (alice):** I take *it*, **really:** yes", Optional.empty());
    assertThat(parameters.path("text").asString(""))
        .isEqualTo("ally (alice): I take *it*, **really:** yes");
    assertThat(parameters.path("entities").toString())
        .isEqualTo(json("[{'type':'bold','offset':0,'length':13}]").toString());
    assertThat(parameters.has("parse_mode")).isFalse();
    assertThat(parameters.has("reply_parameters")).isFalse();
  }

  @Test
  void sending_withoutAPrefix_isLeftAsItIs() {
    ObjectNode parameters = sent("plain ** text:** here", Optional.empty());
    assertThat(parameters.path("text").asString("")).isEqualTo("plain ** text:** here");
    assertThat(parameters.has("entities")).isFalse();
  }

  @Test
  void reply_isOneOfThisChat_andMayBeSentWithoutIt() {
    JsonNode reply = sent("**a:** hi", Optional.of("-1001:7")).path("reply_parameters");
    assertThat(reply.toString())
        .isEqualTo(json("{'message_id':7,'allow_sending_without_reply':true}").toString());
    assertThat(sent("**a:** hi", Optional.of("-1002:7")).has("reply_parameters")).isFalse();
    assertThat(sent("**a:** hi", Optional.of("7")).has("reply_parameters")).isFalse();
  }
}
