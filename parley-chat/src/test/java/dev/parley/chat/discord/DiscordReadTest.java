package dev.parley.chat.discord;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.chat.ChatMessage;
import dev.parley.spi.Original;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

/** The messages of people, and the history. */
@Tag("chat")
final class DiscordReadTest {
  private final DiscordProbe probe = new DiscordProbe();
  private final DiscordEmulator discord = probe.discord;

  @AfterEach
  void close() {
    probe.close();
  }

  @Test
  void history_isReadInPages_oldestFirst() {
    String room = probe.open();
    List<String> ids = IntStream.range(0, 250).mapToObj(i -> probe.write("m" + i)).toList();
    List<String> read = new ArrayList<>();
    Original after = DiscordSnowflake.original(ids.get(0));
    for (List<ChatMessage> page = page(room, after); !page.isEmpty(); page = page(room, after)) {
      assertThat(page).hasSizeLessThanOrEqualTo(100);
      page.forEach(message -> read.add(message.original().id()));
      after = page.get(page.size() - 1).original();
    }
    assertThat(read).isEqualTo(ids.subList(1, 250));
  }

  private List<ChatMessage> page(String room, Original after) {
    return probe.connection.history(room, Optional.of(after), 500);
  }

  @Test
  void newestHistory_isTheEnd_oldestFirst() {
    String room = probe.open();
    IntStream.range(0, 20).forEach(i -> probe.write("m" + i));
    assertThat(probe.connection.history(room, Optional.empty(), 3))
        .extracting(ChatMessage::text)
        .containsExactly("m17", "m18", "m19");
  }

  @Test
  void deletedCursor_staysGood() {
    String room = probe.open();
    String deleted = probe.write("deleted");
    probe.write("next");
    probe.channel().messages.remove(Long.parseUnsignedLong(deleted));
    assertThat(page(room, DiscordSnowflake.original(deleted)))
        .extracting(ChatMessage::text)
        .containsExactly("next");
  }

  @Test
  void unknownCursor_fallsBackToItsTime() {
    String room = probe.open();
    probe.write("before");
    Instant before = DiscordSnowflake.time(discord.newId());
    eventually("it is later", () -> DiscordSnowflake.time(discord.newId()).isAfter(before));
    String split = probe.write("in parts");
    probe.write("next");
    Original cursor = new Original(split + "#1", DiscordSnowflake.time(split));
    assertThat(page(room, cursor))
        .extracting(ChatMessage::text)
        .containsExactly("in parts", "next");
  }

  @Test
  void systemMessages_areLeftOut_andEndNoPage() {
    String room = probe.open();
    String first = probe.write("first");
    IntStream.range(0, 220).forEach(i -> joined());
    probe.write("last");
    assertThat(page(room, DiscordSnowflake.original(first)))
        .extracting(ChatMessage::text)
        .containsExactly("last");
    IntStream.range(0, 120).forEach(i -> joined());
    assertThat(probe.connection.history(room, Optional.empty(), 100))
        .extracting(ChatMessage::text)
        .endsWith("last");
    assertThat(probe.texts()).doesNotContain("");
  }

  private void joined() {
    synchronized (discord) {
      ObjectNode message = discord.message(probe.channel(), discord.person("newcomer"), "");
      discord.say(probe.channel(), message.put("type", 7));
    }
  }

  @Test
  void ids_areUnsigned() {
    String room = probe.open();
    for (String id : new String[] {"9223372036854775807", "9223372036854775808", "99"}) {
      ObjectNode message = DiscordEmulatorJson.message(id, probe.channel(), discord.person("zoe"));
      discord.say(probe.channel(), message.put("content", "at " + id));
    }
    assertThat(page(room, DiscordSnowflake.original("98")))
        .extracting(ChatMessage::text)
        .containsExactly("at 99", "at 9223372036854775807", "at 9223372036854775808");
    assertThat(DiscordSnowflake.isOne("18446744073709551615")).isTrue();
    assertThat(DiscordSnowflake.isOne("18446744073709551616")).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "hi <@ZOE> and <@!ZOE>|hi @zoemiller and @zoemiller",
        "see <#ROOM>|see #parley-planning",
        "see <#4711> <@4711> <@&4711>|see <#4711> <@4711> <@&4711>",
        "all <@&GUILD>|all @everyone",
        "<:party:123456> <a:wave:12>|:party: :wave:",
        "at <t:1618953630:R>|at 2021-04-20T21:20:30Z",
        "use </airhorn:816437322781949972>|use /airhorn",
        "`a < b && c > d` $1 \\|`a < b && c > d` $1 \\",
      })
  void tags_areReadAsPeopleReadThem(String written, String read) {
    String room = probe.open();
    String zoe = discord.person("Zoe Miller").path("id").asString("");
    probe.write(written.replace("ZOE", zoe).replace("ROOM", room).replace("GUILD", discord.guild));
    eventually("it came", () -> probe.messages.size() == 1);
    assertThat(probe.texts()).containsExactly(read);
    assertThat(probe.connection.history(room, Optional.empty(), 1))
        .extracting(ChatMessage::text)
        .containsExactly(read);
  }

  @Test
  void files_areLinks() {
    probe.open();
    ObjectNode message = discord.message(probe.channel(), discord.person("zoe"), "look");
    message
        .putArray("attachments")
        .addObject()
        .put("id", "1")
        .put("filename", "plan.pdf")
        .put("url", "https://cdn.example/plan.pdf?ex=1");
    discord.say(probe.channel(), message);
    eventually("it came", () -> probe.messages.size() == 1);
    assertThat(probe.texts())
        .containsExactly("look\n[plan.pdf](https://cdn.example/plan.pdf?ex=1)");
  }

  @Test
  void card_ofABot_isText() {
    probe.open();
    ObjectNode bot = DiscordEmulatorJson.user("77", "builder", null, true);
    ObjectNode message = discord.message(probe.channel(), bot, "");
    message
        .putArray("embeds")
        .addObject()
        .put("title", "Build 7")
        .put("url", "https://ci.example/7")
        .put("description", "failed");
    discord.say(probe.channel(), message);
    eventually("it came", () -> probe.messages.size() == 1);
    ChatMessage card = probe.messages.element();
    assertThat(card.text()).isEqualTo("[Build 7](https://ci.example/7)\nfailed");
    assertThat(card.author().id()).isEqualTo("builder-1234");
    assertThat(card.author().isParley()).isFalse();
  }

  @Test
  void webhook_isNoPersonAndNoParley() {
    probe.connect("?create=on&trusted=55").open(DiscordProbe.PLANNING);
    ObjectNode hook = DiscordEmulatorJson.user("55", "zoe", null, false);
    ObjectNode message = discord.message(probe.channel(), hook, "**alice:** it is me");
    discord.say(probe.channel(), message.put("webhook_id", "55"));
    eventually("it came", () -> probe.messages.size() == 1);
    assertThat(probe.messages.element().author().id()).isEqualTo("webhook-55");
    assertThat(probe.messages.element().author().isParley()).isFalse();
  }

  @Test
  void trustedAccount_isAParley() {
    String other = discord.person("other parley").path("id").asString("");
    probe.connect("?create=on&trusted=" + other).open(DiscordProbe.PLANNING);
    probe.emulation.write(DiscordProbe.PLANNING, "other parley", "**bob:** hi", Optional.empty());
    probe.write("**bob:** hi");
    eventually("both came", () -> probe.messages.size() == 2);
    assertThat(probe.messages)
        .extracting(message -> message.author().isParley())
        .containsExactly(true, false);
  }

  @Test
  void person_hasTheNameOfTheAccount() {
    probe.open();
    probe.emulation.write(DiscordProbe.PLANNING, "Zoe Miller", "hi", Optional.empty());
    eventually("it came", () -> probe.messages.size() == 1);
    assertThat(probe.messages.element().author().id()).isEqualTo("zoemiller");
    assertThat(probe.messages.element().author().name()).isEqualTo("Zoe Miller");
  }

  @Test
  void editsDeletions_andOtherChannels_areNotPassedOn() {
    probe.open();
    String id = probe.write("one");
    ObjectNode edited = probe.channel().messages.get(Long.parseUnsignedLong(id)).deepCopy();
    edited.put("content", "two").put("guild_id", discord.guild);
    discord.gateway.event("MESSAGE_UPDATE", edited);
    discord.gateway.event("MESSAGE_DELETE", edited);
    DiscordEmulatorChannel other = discord.channel("other");
    discord.say(other, discord.message(other, discord.person("zoe"), "elsewhere"));
    probe.write("three");
    eventually("the last came", () -> probe.texts().contains("three"));
    assertThat(probe.texts()).containsExactly("one", "three");
  }

  @Test
  void answer_namesItsMessage() {
    probe.open();
    String asked = probe.write("?");
    probe.emulation.write(DiscordProbe.PLANNING, "zoe", "!", Optional.of(asked));
    eventually("both came", () -> probe.messages.size() == 2);
    assertThat(probe.messages)
        .extracting(ChatMessage::inReplyTo)
        .containsExactly(Optional.empty(), Optional.of(asked));
  }
}
