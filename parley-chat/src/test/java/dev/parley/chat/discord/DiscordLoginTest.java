package dev.parley.chat.discord;

import static dev.parley.problem.Refusals.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.problem.Problem;
import dev.parley.problem.ProblemCode;
import dev.parley.problem.Unavailable;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The checks of a login: each lack is refused with one sentence that names it. */
@Tag("chat")
final class DiscordLoginTest {
  private final DiscordProbe probe = new DiscordProbe();
  private final DiscordEmulator discord = probe.discord;

  @AfterEach
  void close() {
    probe.close();
  }

  @Test
  void login_withAllRights_connects() {
    String channel = discord.channel("anything").id;
    probe.connect("?room.planning=" + channel);
    assertThat(probe.connection.isReachable()).isTrue();
    assertThat(probe.connected).hasValue(1);
    assertThat(probe.connection.open(DiscordProbe.PLANNING)).isEqualTo(channel);
  }

  @Test
  void wrongToken_isRefused() {
    discord.isTokenGood = false;
    assertRefused("", "token of the bot", "PARLEY_DISCORD_TOKEN");
    assertThat(discord.requests).as("no further requests").hasSize(1);
  }

  @Test
  void missingMessageContentIntent_isRefused() {
    discord.flags = 0;
    assertRefused("", "Message Content Intent");
  }

  @Test
  void messageContentIntent_thatTheGatewayRefuses_isRefused() {
    discord.gateway.isContentAllowed = false;
    assertRefused("", "Message Content Intent");
    assertThat(discord.gateway.opened).hasSize(1);
  }

  @Test
  void absentBot_isRefused() {
    discord.isMember = false;
    assertRefused("", "not a member of the guild", discord.guild);
  }

  @Test
  void missingManageChannels_isRefusedWhereChannelsAreToBeMade() {
    discord.permissions &= ~DiscordEmulator.MANAGE;
    assertRefused("?create=on", "Manage Channels");
    probe.connect("");
    assertThat(probe.connection.isReachable()).isTrue();
  }

  @Test
  void missingViewChannel_isRefused() {
    DiscordEmulatorChannel channel = discord.channel("secret");
    channel.denied = DiscordEmulator.VIEW;
    assertRefused("?room.planning=" + channel.id, "View Channel", channel.id);
  }

  @Test
  void missingSendMessages_isRefused() {
    DiscordEmulatorChannel channel = discord.channel("news");
    channel.denied = DiscordEmulator.SEND;
    assertRefused("?room.planning=" + channel.id, "Send Messages", "news");
  }

  @Test
  void missingReadMessageHistory_isRefused() {
    DiscordEmulatorChannel channel = discord.channel("news");
    channel.denied = DiscordEmulator.HISTORY;
    assertRefused("?presence=" + channel.id, "Read Message History", "news");
  }

  @Test
  void unknownChannel_isRefused() {
    assertRefused("?room.planning=12345", "12345", "does not exist");
  }

  @Test
  void channelOfAnotherGuild_isRefused() {
    String channel = discord.channel("theirs", 0, discord.newId()).id;
    assertRefused("?room.planning=" + channel, channel, "not in the guild");
  }

  @Test
  void voiceChannel_isRefused() {
    String channel = discord.channel("voice", 2, discord.guild).id;
    assertRefused("?room.planning=" + channel, channel, "not a text channel");
  }

  @Test
  void systemThatIsAway_isUnavailable() {
    discord.away(true);
    assertThat(refused(() -> probe.connect("")).code()).isEqualTo(ProblemCode.UNAVAILABLE);
  }

  @Test
  void spentSessions_areUnavailable_andNoneIsOpened() {
    discord.sessionsLeft = 0;
    DiscordTimes times =
        new DiscordTimes(
            DiscordEmulation.QUICK.request(),
            Duration.ofMillis(300),
            Duration.ofMillis(20),
            Duration.ofMillis(20),
            Duration.ofMillis(1),
            Duration.ofMillis(1));
    Problem problem = refused(() -> probe.emulation.system("", times).connect(probe));
    assertThat(problem).isInstanceOf(Unavailable.class);
    assertThat(discord.gateway.tries).isEmpty();
  }

  private void assertRefused(String options, String... words) {
    Problem problem = refused(() -> probe.connect(options));
    assertThat(problem.code()).isEqualTo(ProblemCode.INVALID_ARGUMENT);
    assertThat(problem.message()).contains(words).doesNotContain(DiscordEmulator.TOKEN);
    assertThat(discord.gateway.attached()).as("connections").isZero();
  }
}
