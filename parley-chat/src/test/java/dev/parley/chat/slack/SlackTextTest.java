package dev.parley.chat.slack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.chat.Envelope;
import dev.parley.chat.OutgoingMessage;
import dev.parley.chat.http.ChatHttp;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The texts and the metadata of Slack. */
final class SlackTextTest {
  private static final int MAX_METADATA = 8_192;

  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      value = {
        "a &lt;b&gt; &amp;amp; c => a <b> &amp; c",
        "ask <@U1> or <@U1|zoe> => ask @name-U1 or @name-U1",
        "in <#C1|planning> or <#C1> => in #planning or #C1",
        "<!here> <!channel> <!everyone> => @here @channel @everyone",
        "<!subteam^S1|@writers> <!date^1^{date}|May 1> => @writers May 1",
        "see <https://a.org/x?y=1&amp;z=2> => see https://a.org/x?y=1&z=2",
        "see <https://a.org/x|the page> => see [the page](https://a.org/x)",
        "<http://a.org|a.org> <mailto:z@a.org|z@a.org> => a.org z@a.org",
        "<https://evil.org/a.org|a.org> => [a.org](https://evil.org/a.org)",
        "<|label> <> => label <>"
      })
  void textOfAPerson_isMarkdown(String text, String markdown) {
    assertThat(SlackText.ofOthers(text, id -> "name-" + id.replaceFirst("\\|.*", "")))
        .isEqualTo(markdown);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "**alice:** Hi",
        "**ally (alice):** a <b> & **c** &amp; *d*",
        "**alice ~:** <!channel> <@U1>",
        "**alice 2/3:** \n  indented\n",
        "**a_b.c-d:** **bob:** nested",
        "no name **here:** Hi"
      })
  void textOfAParley_comesBack(String markdown) {
    String sent = SlackText.sent(markdown);
    assertThat(sent).doesNotContain("<");
    assertThat(SlackText.ofParley(sent, id -> id)).isEqualTo(markdown);
  }

  @Test
  void name_isBoldInSlack() {
    assertThat(SlackText.sent("**ally (alice):** Hi **all**"))
        .isEqualTo("*ally (alice):* Hi **all**");
  }

  @Test
  void links_thatSlackPutAroundWords_areTheWords() {
    String sent = SlackText.sent("**alice:** see a.org, https://a.org/?x=1&y=2 and z@a.org");
    String stored = SlackEmulatorText.stored(sent);
    assertThat(stored).contains("<http://a.org|a.org>");
    assertThat(SlackText.ofParley(stored, id -> id))
        .isEqualTo("**alice:** see a.org, https://a.org/?x=1&y=2 and z@a.org");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Hi", "a < b && c > d", "Grüße, 漢字", "two\nlines\twith a tab"})
  void plainBody_isLeftOut_andComesBack(String body) {
    JsonNode metadata = metadata(body);
    assertThat(metadata.path("event_type").asString("")).isEqualTo("dev_parley_message");
    assertThat(metadata.path("event_payload").has("body")).isFalse();
    assertThat(readBack(body)).isEqualTo(body);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"😀 and 👩‍🚀", "at the end \n", "see a.org", "© 2026", "a\r\nb", "1 € ✓"})
  void bodyThatSlackChanges_isInTheMetadata(String body) {
    assertThat(metadata(body).path("event_payload").path("body").asString("")).isEqualTo(body);
    assertThat(readBack(body)).isEqualTo(body);
  }

  @Test
  void metadata_fitsIntoSlack() {
    for (String body : new String[] {"漢".repeat(3_380), "😀".repeat(1_690), "\"".repeat(3_380)}) {
      OutgoingMessage message = message(body);
      String metadata = SlackMetadata.of(message, SlackText.sent(message.text()));
      assertThat(metadata.getBytes(java.nio.charset.StandardCharsets.UTF_8).length)
          .isLessThanOrEqualTo(MAX_METADATA);
    }
  }

  @Test
  void times_compareAsTwoIntegers() {
    SlackTs nine = SlackTs.read("999999999.999999").orElseThrow();
    SlackTs ten = SlackTs.read("1000000000.000001").orElseThrow();
    assertThat(ten).isGreaterThan(nine);
    assertThat(ten).hasToString("1000000000.000001");
    assertThat(SlackTs.read("1000000000.000001#2")).contains(ten);
    assertThat(SlackTs.read("yesterday")).isEmpty();
  }

  private static OutgoingMessage message(String body) {
    Envelope envelope = new Envelope("alice", "ally", true, "n1", 1, 1, body);
    return new OutgoingMessage("**ally (alice):** " + body, "n1", envelope, Optional.empty());
  }

  private static JsonNode metadata(String body) {
    OutgoingMessage message = message(body);
    return ChatHttp.JSON.readTree(SlackMetadata.of(message, SlackText.sent(message.text())));
  }

  private static String readBack(String body) {
    String stored = SlackEmulatorText.stored(SlackText.sent(message(body).text()));
    JsonNode message = ChatHttp.JSON.createObjectNode().set("metadata", metadata(body));
    return SlackMetadata.read(message, SlackText.ofParley(stored, id -> id)).orElseThrow().body();
  }
}
