package dev.parley.chat.slack;

import static dev.parley.problem.Refusals.refused;
import static dev.parley.problem.Refusals.refusedField;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.chat.ChatConnection;
import dev.parley.chat.ChatSecrets;
import dev.parley.chat.ChatSystem;
import dev.parley.problem.Problem;
import dev.parley.problem.ProblemCode;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Addresses, tokens and scopes. */
@Tag("chat")
final class SlackStartTest {
  private static final String ADDRESS = "slack://?create=on";

  private SlackEmulation emulation;

  @BeforeEach
  void start() throws Exception {
    emulation = new SlackEmulation();
  }

  @AfterEach
  void stop() {
    emulation.close();
  }

  private ChatSystem system(String address, Map<String, String> environment) {
    return new SlackBackendProvider(emulation.emulator().api(), SlackEmulation.QUICK)
        .system(URI.create(address), new ChatSecrets(environment::get));
  }

  private Map<String, String> tokens() {
    SlackTokens tokens = emulation.app().tokens();
    return Map.of(SlackTokens.BOT, tokens.bot(), SlackTokens.APP, tokens.app());
  }

  private Problem refusal(String address) {
    return refused(() -> system(address, tokens()).connect(new SlackRecorder()).close());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "slack://workspace",
        "slack://workspace?room.planning=C0123&create=on",
        "slack://?trusted=U1,B2&presence=C9",
        "slack://?create=off"
      })
  void address_isTaken(String address) {
    ChatConnection connection = system(address, tokens()).connect(new SlackRecorder());
    assertThat(connection.isReachable()).isTrue();
    connection.close();
    assertThat(connection.isReachable()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"slack://?creates=on", "slack://?create=yes", "slack://?create=", "slack://a:b@c"})
  void address_isRefused(String address) {
    assertThat(refusedField(() -> system(address, tokens()))).isEqualTo("bus");
  }

  @Test
  void token_thatIsMissing_isNamed() {
    assertThat(refused(() -> system(ADDRESS, Map.of())).message()).contains("PARLEY_SLACK_TOKEN");
    assertThat(
            refused(() -> system(ADDRESS, Map.of(SlackTokens.BOT, emulation.app().botToken)))
                .message())
        .contains("PARLEY_SLACK_APP_TOKEN");
  }

  @Test
  void token_ofAnotherKind_isRefusedWithoutItsValue() {
    Map<String, String> swapped =
        Map.of(
            SlackTokens.BOT, emulation.app().appToken, SlackTokens.APP, emulation.app().botToken);
    assertThat(refused(() -> system(ADDRESS, swapped)).message())
        .contains("PARLEY_SLACK_TOKEN", "xoxb-")
        .doesNotContain(emulation.app().appToken);
  }

  @Test
  void tokens_areInNoText() {
    assertThat(emulation.app().tokens().toString()).doesNotContain("xox", "xapp");
  }

  @Test
  void base_withoutTls_isOfThisMachineOnly() {
    SlackBackendProvider elsewhere =
        new SlackBackendProvider(URI.create("http://slack.example.org/api"), SlackTimes.DEFAULT);
    assertThat(
            refused(() -> elsewhere.system(URI.create(ADDRESS), new ChatSecrets(tokens()::get)))
                .message())
        .contains("https");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "channels:history",
        "channels:read",
        "chat:write",
        "users:read",
        "channels:manage"
      })
  void scope_thatIsMissing_isNamed(String scope) {
    emulation.app().scopes.remove(scope);
    Problem problem = refusal(ADDRESS);
    assertThat(problem.code()).isEqualTo(ProblemCode.INVALID_ARGUMENT);
    assertThat(problem.message()).contains(scope);
  }

  @Test
  void scopeOfMaking_isNotNeeded_whereNoneAreMade() {
    emulation.app().scopes.remove("channels:manage");
    system("slack://workspace", tokens()).connect(new SlackRecorder()).close();
  }

  @Test
  void scopeOfTheApp_isNamed() {
    emulation.app().appScopes.clear();
    assertThat(refusal(ADDRESS).message()).contains("PARLEY_SLACK_APP_TOKEN", "connections:write");
  }

  @ParameterizedTest
  @CsvSource({"xoxb-wrong, , PARLEY_SLACK_TOKEN", ", xapp-wrong, PARLEY_SLACK_APP_TOKEN"})
  void token_thatSlackDoesNotKnow_isNamed(String bot, String app, String variable) {
    SlackTokens right = emulation.app().tokens();
    Map<String, String> wrong =
        Map.of(
            SlackTokens.BOT, bot == null ? right.bot() : bot,
            SlackTokens.APP, app == null ? right.app() : app);
    Problem problem = refused(() -> system(ADDRESS, wrong).connect(new SlackRecorder()));
    assertThat(problem.code()).isEqualTo(ProblemCode.INVALID_ARGUMENT);
    assertThat(problem.message()).contains(variable, "invalid_auth").doesNotContain("wrong");
  }

  @Test
  void slackThatIsAway_isUnavailable() {
    emulation.away(true);
    assertThat(refusal(ADDRESS).code()).isEqualTo(ProblemCode.UNAVAILABLE);
  }

  @Test
  void socketThatIsAway_isUnavailable() {
    emulation.emulator().sockets().away(true);
    assertThat(refusal(ADDRESS).code()).isEqualTo(ProblemCode.UNAVAILABLE);
  }
}
