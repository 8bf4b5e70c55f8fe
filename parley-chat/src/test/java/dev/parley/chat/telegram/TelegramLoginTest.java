package dev.parley.chat.telegram;

import static dev.parley.Eventually.eventually;
import static dev.parley.problem.Refusals.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.chat.ChatConnection;
import dev.parley.message.TopicName;
import dev.parley.problem.Problem;
import dev.parley.problem.ProblemCode;
import java.net.URI;
import java.util.List;
import java.util.logging.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The checks of the login and the rights, each of which is refused with what is missing. */
@Tag("chat")
final class TelegramLoginTest {
  private static final TopicName PLANNING = TelegramWorld.PLANNING;

  private final TelegramEmulation emulation = new TelegramEmulation(List.of(PLANNING));
  private final TelegramEmulator emulator = emulation.emulator();

  @AfterEach
  void close() {
    emulation.close();
  }

  private ChatConnection connect() {
    return emulation.system().connect(new TelegramSilentListener());
  }

  private void assertRefused(String... words) {
    Problem problem = refused(this::connect);
    assertThat(problem.code()).isEqualTo(ProblemCode.INVALID_ARGUMENT);
    assertThat(problem.message()).contains(words);
    assertThat(problem.message().split("[.] ", -1)).as("one reason").hasSize(1);
  }

  private TelegramEmulatedChat chat() {
    return emulator.chat(emulation.chat(PLANNING));
  }

  @Test
  void bot_withAllRights_isLoggedIn() {
    try (ChatConnection connection = connect()) {
      assertThat(connection.isReachable()).isTrue();
      assertThat(connection.hasHistory()).isFalse();
      assertThat(connection.echoes()).isFalse();
      String room = connection.open(PLANNING);
      assertThat(connection.find(PLANNING)).contains(room);
      assertThat(connection.topicOf(room)).contains(PLANNING);
      assertThat(connection.find(TelegramWorld.REVIEW)).isEmpty();
    }
  }

  @Test
  void tokenThatIsUnknown_isRefused() {
    emulator.revokeToken(true);
    assertRefused(TelegramBackendProvider.TOKEN, "BotFather");
  }

  @Test
  void tokenOfAnotherBot_isRefused() {
    URI address = URI.create("telegram://other_bot?api=" + emulator.address());
    assertThat(
            refused(
                    () ->
                        TelegramEmulation.system(address, TelegramEmulator.TOKEN)
                            .connect(new TelegramSilentListener()))
                .message())
        .contains(TelegramEmulator.BOT)
        .contains("other_bot");
  }

  @Test
  void webhook_isRefusedAndNotDeleted() {
    emulator.webhook("https://example.org/hook/secret");
    assertRefused("a webhook receives the messages", "deleteWebhook");
    assertThat(refused(this::connect).message()).doesNotContain("secret");
  }

  @Test
  void privacyMode_isRefused() {
    emulator.privacyMode(true);
    assertRefused("privacy mode", "BotFather", "room.planning");
  }

  @Test
  void privacyMode_ofAnAdministrator_hidesNothing() {
    emulator.privacyMode(true);
    chat().member().put("status", "administrator");
    connect().close();
  }

  @Test
  void privacyMode_ofAPrivateChat_hidesNothing() {
    emulator.privacyMode(true);
    emulation.map(PLANNING, 5_000_000_001L, "private", "");
    connect().close();
  }

  @Test
  void chatThatIsNotThere_isRefused() {
    URI address = URI.create(emulation.address() + "&room.review=-1001111111111");
    assertThat(
            refused(
                    () ->
                        TelegramEmulation.system(address, TelegramEmulator.TOKEN)
                            .connect(new TelegramSilentListener()))
                .message())
        .contains("room.review is the chat -1001111111111")
        .contains("chat not found")
        .contains("add the bot");
  }

  @Test
  void chatThatTheBotIsNotIn_isRefused() {
    chat().member().put("status", "left");
    assertRefused("room.planning", "is not a member");
    chat().member().put("status", "kicked");
    assertRefused("room.planning", "bot was kicked");
  }

  @Test
  void groupWhereTheBotMayNotSend_isRefused() {
    chat().member().put("status", "restricted").put("can_send_messages", false);
    assertRefused("room.planning", "right to send messages");
    chat().member().put("status", "member");
    chat().muteMembers();
    assertRefused("room.planning", "right to send messages");
  }

  @Test
  void channelWhereTheBotMayNotPost_isRefused() {
    emulation.map(PLANNING, -1_006_000_000_001L, "channel", "");
    connect().close();
    chat().member().put("can_post_messages", false);
    assertRefused("room.planning", "administrator");
    chat().member().put("status", "member");
    assertRefused("room.planning", "administrator");
  }

  @Test
  void chatOfTwoRooms_isRefused() {
    URI address = URI.create(emulation.address() + "&room.review=" + emulation.chat(PLANNING));
    assertThat(
            refused(
                    () ->
                        TelegramEmulation.system(address, TelegramEmulator.TOKEN)
                            .connect(new TelegramSilentListener()))
                .message())
        .contains("room.planning and room.review are the same chat");
  }

  @Test
  void telegramThatIsAway_isUnavailable() {
    emulator.away(true);
    assertThat(refused(this::connect).code()).isEqualTo(ProblemCode.UNAVAILABLE);
  }

  @Test
  void otherPoller_isNoReasonToRefuse() {
    try (ChatConnection first = connect();
        TelegramLogs logs = new TelegramLogs();
        ChatConnection second = connect()) {
      eventually(
          "one is ended", () -> !logs.lines(Level.WARNING, "Another program polls").isEmpty());
      assertThat(first).isNotEqualTo(second);
    }
  }
}
