package dev.parley.chat.discord;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.parley.chat.ChatConnection;
import dev.parley.chat.ChatFailure;
import dev.parley.id.WorkspaceId;
import dev.parley.message.TopicName;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The channels that carry topics. */
@Tag("chat")
final class DiscordRoomsTest {
  private final DiscordProbe probe = new DiscordProbe();
  private final DiscordEmulator discord = probe.discord;

  @AfterEach
  void close() {
    probe.close();
  }

  @Test
  void topic_withoutAChannel_isRefusedWhereNoneMayBeMade() {
    ChatConnection connection = probe.connect("");
    assertThat(connection.find(DiscordProbe.PLANNING)).isEmpty();
    assertRefused("parley-planning", "create=on");
    String made = discord.channel("parley-planning").id;
    assertThat(connection.find(DiscordProbe.PLANNING)).contains(made);
    assertThat(connection.open(DiscordProbe.PLANNING)).isEqualTo(made);
  }

  @Test
  void channel_thatTheAddressNames_carriesItsTopic() {
    DiscordEmulatorChannel channel = discord.channel("plans");
    ChatConnection connection = probe.connect("?room.planning=" + channel.id);
    assertThat(connection.find(DiscordProbe.PLANNING)).contains(channel.id);
    assertThat(connection.topicOf(channel.id)).contains(DiscordProbe.PLANNING);
    discord.say(channel, discord.message(channel, discord.person("zoe"), "early"));
    eventually("it came before the topic was opened", () -> probe.texts().contains("early"));
  }

  @Test
  void voiceChannel_ofTheName_isNotTaken() {
    discord.channel("parley-planning", 2, discord.guild);
    ChatConnection connection = probe.connect("?create=on");
    String room = connection.open(DiscordProbe.PLANNING);
    assertThat(discord.channels.get(room).type).isZero();
  }

  @Test
  void race_ofTwoThatMakeAChannel_leavesOne() throws Exception {
    List<ChatConnection> logins = new ArrayList<>();
    try {
      for (int i = 0; i < 4; i++) {
        logins.add(probe.emulation.system("?create=on").connect(probe));
      }
      List<String> rooms = dev.parley.AtOnce.run(4, i -> logins.get(i).open(DiscordProbe.PLANNING));
      assertThat(rooms).containsOnly(rooms.get(0));
      assertThat(discord.channels.values())
          .filteredOn(channel -> channel.name.equals("parley-planning"))
          .extracting(channel -> channel.id)
          .containsExactly(rooms.get(0));
    } finally {
      logins.forEach(ChatConnection::close);
    }
  }

  @Test
  void presence_hasAChannelOfItsOwn() {
    ChatConnection connection = probe.connect("?create=on");
    String room = connection.open(TopicName.presence(WorkspaceId.DEFAULT));
    assertThat(discord.channels.get(room).name).matches("parley-presence-[0-9a-f]{10}");
  }

  @Test
  void rights_thatAreMissing_areRefused_andTakenWhenTheyCome() {
    DiscordEmulatorChannel channel = discord.channel("parley-planning");
    channel.denied = DiscordEmulator.SEND;
    ChatConnection connection = probe.connect("?create=on");
    assertRefused("Send Messages", "parley-planning");
    channel.denied = 0;
    assertThat(connection.open(DiscordProbe.PLANNING)).isEqualTo(channel.id);
  }

  @Test
  void rights_ofTheRole_thatCameLater_count() {
    discord.permissions &= ~DiscordEmulator.SEND;
    discord.channel("parley-planning");
    ChatConnection connection = probe.connect("");
    assertRefused("Send Messages");
    discord.permissions |= DiscordEmulator.SEND;
    assertThat(connection.open(DiscordProbe.PLANNING)).isNotEmpty();
  }

  private void assertRefused(String... words) {
    ChatFailure failure =
        catchThrowableOfType(ChatFailure.class, () -> probe.connection.open(DiscordProbe.PLANNING));
    assertThat(failure.kind()).isEqualTo(ChatFailure.Kind.REFUSED);
    assertThat(failure.getMessage()).contains(words);
  }
}
