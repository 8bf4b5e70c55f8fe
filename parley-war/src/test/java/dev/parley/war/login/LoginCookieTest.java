package dev.parley.war.login;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.id.Nickname;
import dev.parley.id.WorkspaceId;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LoginCookieTest {
  private static final byte[] SECRET = "secret".getBytes(UTF_8);
  private static final Instant END = Instant.ofEpochSecond(2_000_000_000);

  private final LoginCookie cookie =
      LoginCookie.begin(Nickname.of("ana"), Optional.empty(), WorkspaceChoice.NONE, END);
  private final String kept = cookie.signed(SECRET);

  @Test
  void cookie_isGoodUntilItsEndAndNotAfterIt() {
    assertThat(LoginCookie.in(kept, SECRET, END.minusSeconds(1))).hasValue(cookie);
    assertThat(LoginCookie.in(kept, SECRET, END)).isEmpty();
  }

  @Test
  void cookie_signedWithAnotherSecret_isNone() {
    assertThat(LoginCookie.in(kept, "other".getBytes(UTF_8), Instant.EPOCH)).isEmpty();
  }

  @Test
  void cookie_withAnyLetterChanged_isNone() {
    assertNoLetterCanChange(kept);
    assertNoLetterCanChange(chosen("red-1", 7).signed(SECRET));
  }

  private static void assertNoLetterCanChange(String text) {
    for (int i = 0; i < text.length(); i++) {
      char other = text.charAt(i) == 'A' ? 'B' : 'A';
      String changed = text.substring(0, i) + other + text.substring(i + 1);
      assertThat(LoginCookie.in(changed, SECRET, Instant.EPOCH)).as(changed).isEmpty();
    }
  }

  private LoginCookie chosen(String workspace, long at) {
    return cookie.with(new WorkspaceChoice(new WorkspaceId(workspace), at));
  }

  @Test
  void cookie_ofAChosenWorkspace_isOfTheSameLogin_andKeepsTheChoice() {
    LoginCookie red = chosen("red-1", 1_767_225_600_000L);
    assertThat(red.id()).isEqualTo(cookie.id());
    assertThat(LoginCookie.in(red.signed(SECRET), SECRET, Instant.EPOCH)).hasValue(red);
    assertThat(red.signed(SECRET)).matches("[A-Za-z0-9._~-]+");
  }

  @Test
  void cookie_whoseChoiceIsTakenOutOrPutIn_isNone() {
    String red = chosen("red", 7).signed(SECRET);
    String without = red.replace(".~red~7", "");
    assertThat(LoginCookie.in(without, SECRET, Instant.EPOCH)).isEmpty();
    assertThat(LoginCookie.in(red.replace("~7", "~8"), SECRET, Instant.EPOCH)).isEmpty();
    int sum = kept.lastIndexOf('.');
    String with = kept.substring(0, sum) + ".~red~7" + kept.substring(sum);
    assertThat(LoginCookie.in(with, SECRET, Instant.EPOCH)).isEmpty();
  }

  @Test
  void choice_afterAnother_isLater_alsoWhereTheClockIsBehind() {
    WorkspaceChoice first = WorkspaceChoice.NONE.then(new WorkspaceId("red"), 1_000);
    WorkspaceChoice next = first.then(new WorkspaceId("blue"), 500);
    assertThat(next.isLaterThan(first)).isTrue();
    assertThat(first.isLaterThan(next)).isFalse();
    assertThat(next.isLaterThan(next)).isFalse();
  }

  @Test
  void cookies_ofOnePerson_nameSittingsOfTheirOwn() {
    assertThat(
            LoginCookie.begin(Nickname.of("ana"), Optional.empty(), WorkspaceChoice.NONE, END).id())
        .isNotEqualTo(cookie.id());
  }
}
