package dev.parley.war.login;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.login.PendingLogins.Started;
import dev.parley.war.oidc.LoginAttempt;
import dev.parley.war.settings.Settings;
import dev.parley.war.testing.Deployed;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PendingLoginsTest {
  private static final String REDIRECT = "https://parley.example/api/login/oidc/callback";

  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.ofEpochSecond(2_000_000_000));
  private final PendingLogins pending = new PendingLogins(LoginFiles.inMemory(), now::get);

  private static Optional<LoginAttempt> taken(PendingLogins by, Started started) {
    return by.take(List.of(started.cookie()), started.attempt().state(), REDIRECT);
  }

  @Test
  void attempt_isTakenByTheBrowserThatBeganIt_once() {
    Started started = pending.begin(REDIRECT);
    assertThat(taken(pending, started)).contains(started.attempt());
    assertThat(taken(pending, started)).isEmpty();
  }

  @Test
  void attempt_isTakenWithinTenMinutes() {
    Started inTime = pending.begin(REDIRECT);
    Started late = pending.begin(REDIRECT);
    now.set(now.get().plusSeconds(599));
    assertThat(taken(pending, inTime)).isPresent();
    now.set(now.get().plusSeconds(1));
    assertThat(taken(pending, late)).isEmpty();
  }

  @Test
  void answer_withoutTheCookieOrWithAnother_isNone() {
    Started started = pending.begin(REDIRECT);
    Started other = pending.begin(REDIRECT);
    String state = started.attempt().state();
    assertThat(pending.take(List.of(), state, REDIRECT)).isEmpty();
    assertThat(pending.take(List.of(other.cookie()), state, REDIRECT)).isEmpty();
    assertThat(pending.take(List.of(started.cookie()), "", REDIRECT)).isEmpty();
    assertThat(pending.take(List.of("", "x", other.cookie(), started.cookie()), state, REDIRECT))
        .isPresent();
    assertThat(taken(pending, other)).isPresent();
  }

  @Test
  void cookie_withAnyLetterChanged_isNone() {
    Started started = pending.begin(REDIRECT);
    String cookie = started.cookie();
    for (int i = 0; i < cookie.length(); i++) {
      char other = cookie.charAt(i) == '1' ? '2' : '1';
      String changed = cookie.substring(0, i) + other + cookie.substring(i + 1);
      assertThat(pending.take(List.of(changed), started.attempt().state(), REDIRECT))
          .as(changed)
          .isEmpty();
    }
    assertThat(taken(pending, started)).isPresent();
  }

  @Test
  void cookie_revealsNothingThatTheAnswerOrTheExchangeNeeds() {
    Started started = pending.begin(REDIRECT);
    LoginAttempt attempt = started.attempt();
    Set<String> secrets = Set.of(attempt.state(), attempt.nonce(), attempt.verifier());
    assertThat(secrets)
        .hasSize(3)
        .allSatisfy(
            secret ->
                assertThat(secret)
                    .matches("[A-Za-z0-9_-]{43}")
                    .satisfies(text -> assertThat(started.cookie()).doesNotContain(text)));
    assertThat(pending.begin(REDIRECT).attempt().state()).isNotEqualTo(attempt.state());
  }

  @Test
  void attempt_isTakenAtANodeWithTheSameSecret_andAtNoOther(@TempDir Path one, @TempDir Path two) {
    Started started = at(one, "shared-secret").begin(REDIRECT);
    assertThat(taken(at(two, "another-secret"), started)).isEmpty();
    assertThat(taken(at(two, "shared-secret"), started)).contains(started.attempt());
  }

  private PendingLogins at(Path folder, String secret) {
    Map<String, String> settings =
        Map.of("parley.data", folder.toString(), "parley.login-secret", secret);
    return new PendingLogins(LoginFiles.of(Settings.of(Deployed.with(settings))), now::get);
  }

  @Test
  void takenAttempts_areKnownUpToABound_andUntilTheyEnd() {
    Started first = pending.begin(REDIRECT);
    assertThat(taken(pending, first)).isPresent();
    for (int i = 1; i < PendingLogins.MAX_TAKEN; i++) {
      assertThat(taken(pending, pending.begin(REDIRECT))).isPresent();
    }
    assertThat(pending.size()).isEqualTo(PendingLogins.MAX_TAKEN);
    assertThat(taken(pending, first)).isEmpty();
    assertThat(taken(pending, pending.begin(REDIRECT))).isPresent();
    assertThat(pending.size()).isEqualTo(PendingLogins.MAX_TAKEN);
    now.set(now.get().plusSeconds(601));
    assertThat(taken(pending, pending.begin(REDIRECT))).isPresent();
    assertThat(pending.size()).isEqualTo(1);
  }
}
