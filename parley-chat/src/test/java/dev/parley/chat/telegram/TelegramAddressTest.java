package dev.parley.chat.telegram;

import static dev.parley.problem.Refusals.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.chat.ChatSecrets;
import dev.parley.chat.ChatSystem;
import dev.parley.problem.ProblemCode;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The forms of addresses and of the secret. */
final class TelegramAddressTest {
  private static ChatSystem system(String address, Map<String, String> environment) {
    return new TelegramBackendProvider()
        .system(URI.create(address), new ChatSecrets(environment::get));
  }

  private static ChatSystem system(String address) {
    return system(address, Map.of(TelegramBackendProvider.TOKEN, TelegramEmulator.TOKEN));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "telegram://parley_bot?room.planning=-1001234&room.review=@publicname",
        "telegram://ParleyBot?room.other/planning=-1001234567890&presence=-4001",
        "telegram://parley_bot?room.planning=123456",
        "telegram://parley_bot?api=http://127.0.0.1:8081/",
        "telegram://parley_bot?api=http://localhost:8081",
        "telegram://parley_bot?api=https://bots.example.org/telegram",
        "telegram://parley_bot"
      })
  void address_ofAKnownForm_isTaken(String address) {
    ChatSystem system = system(address);
    assertThat(system.name()).isEqualTo("telegram");
    assertThat(system.maxText()).isEqualTo(4_000);
    assertThat(system.hasEnvelopes()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "telegram:///?room.planning=-1, telegram://BOT?room.NAME=CHAT",
    "telegram://parley_bot/x?room.planning=-1, telegram://BOT?room.NAME=CHAT",
    "telegram://parley_bot:80?room.planning=-1, telegram://BOT?room.NAME=CHAT",
    "telegram://me@parleybot?room.planning=-1, telegram://BOT?room.NAME=CHAT",
    "telegram://me:123@parleybot?room.planning=-1, secret",
    "telegram://parley_bot?rooms=1, unknown option",
    "telegram://parley_bot?room.planning=, has no value",
    "telegram://parley_bot?room.planning=plans, the @name of a public one",
    "telegram://parley_bot?room.planning=0, the @name of a public one",
    "telegram://parley_bot?presence=plans, the @name of a public one",
    "telegram://parley_bot?room.Planning=-1, hyphen",
    "telegram://parley_bot?room.A/planning=-1, hyphen",
    "telegram://parley_bot?api=http://bots.example.org, https address",
    "telegram://parley_bot?api=ftp://127.0.0.1, https address",
    "telegram://parley_bot?api=https://a:b@bots.example.org, https address"
  })
  void address_ofAnotherForm_isRefused(String address, String words) {
    assertThat(refused(() -> system(address)))
        .satisfies(
            problem -> {
              assertThat(problem.code()).isEqualTo(ProblemCode.INVALID_ARGUMENT);
              assertThat(problem.message()).contains(words);
            });
  }

  @Test
  void token_thatIsNotThere_isAskedForByItsName() {
    assertThat(refused(() -> system("telegram://parley_bot", Map.of())).message())
        .contains(TelegramBackendProvider.TOKEN);
  }

  @Test
  void token_ofAnotherForm_isNotRepeated() {
    Map<String, String> environment = Map.of(TelegramBackendProvider.TOKEN, "my secret/..");
    assertThat(refused(() -> system("telegram://parley_bot", environment)).message())
        .contains(TelegramBackendProvider.TOKEN)
        .doesNotContain("my secret");
  }

  @Test
  void scheme_isTelegram() {
    assertThat(new TelegramBackendProvider().schemes()).containsExactly("telegram");
  }
}
