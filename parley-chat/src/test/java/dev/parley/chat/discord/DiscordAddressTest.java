package dev.parley.chat.discord;

import static dev.parley.problem.Refusals.refused;
import static dev.parley.problem.Refusals.refusedField;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.chat.ChatSecrets;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.message.TopicName;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DiscordAddressTest {
  private static final String GUILD = "discord://123456789012345678";

  @Test
  void address_withAllOptions_isRead() {
    DiscordAddress address =
        address(GUILD + "?room.planning=11&room.other/review=12&presence=13&create=on&trusted=5,6");
    assertThat(address.guild()).isEqualTo("123456789012345678");
    assertThat(address.creates()).isTrue();
    assertThat(address.trusted()).containsExactlyInAnyOrder("5", "6");
    assertThat(address.channels()).containsExactlyInAnyOrder("11", "12", "13");
    assertThat(address.rooms().roomOf(TopicName.of(WorkspaceId.DEFAULT, RoomName.of("planning"))))
        .contains("11");
  }

  @Test
  void address_withoutOptions_makesNoChannels() {
    DiscordAddress address = address(GUILD);
    assertThat(address.creates()).isFalse();
    assertThat(address.trusted()).isEmpty();
    assertThat(address.channels()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "discord://guild",
        "discord:///",
        "discord://0",
        "discord://123456789012345678/room",
        "discord://99999999999999999999",
        "discord://bot:secret@123456789012345678",
        GUILD + "?create=yes",
        GUILD + "?create",
        GUILD + "?room.planning=planning",
        GUILD + "?presence=here",
        GUILD + "?trusted=zoe",
        GUILD + "?trusted=5,",
        GUILD + "?token=abc",
        GUILD + "?tls=off",
      })
  void address_ofAnotherForm_isRefused(String address) {
    assertThat(refusedField(() -> address(address))).isEqualTo("bus");
    assertThat(refused(() -> address(address)).message()).doesNotContain("secret@");
  }

  @Test
  void provider_withoutAToken_namesItsVariable() {
    assertThat(refused(() -> provider().system(URI.create(GUILD), secrets(Map.of()))).message())
        .contains("PARLEY_DISCORD_TOKEN");
  }

  @Test
  void provider_makesTheSystemOfItsScheme() {
    ChatSecrets secrets = secrets(Map.of("PARLEY_DISCORD_TOKEN", "abc.def"));
    assertThat(provider().schemes()).containsExactly("discord");
    assertThat(provider().system(URI.create(GUILD), secrets).name()).isEqualTo("discord");
  }

  @Test
  void api_overPlainHttp_isForThisMachineAlone() {
    assertThat(
            refusedField(
                () ->
                    new DiscordChat(
                        address(GUILD),
                        "http://discord.example/api/v10",
                        "abc",
                        DiscordTimes.DEFAULT)))
        .isEqualTo("bus");
  }

  private static DiscordBackendProvider provider() {
    return new DiscordBackendProvider();
  }

  private static ChatSecrets secrets(Map<String, String> values) {
    return new ChatSecrets(values::get);
  }

  private static DiscordAddress address(String text) {
    return DiscordAddress.of(URI.create(text));
  }
}
