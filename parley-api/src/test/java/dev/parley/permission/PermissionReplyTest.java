package dev.parley.permission;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PermissionReplyTest {

  @ParameterizedTest
  @ValueSource(strings = {"yes abcde", "y abcde", "YES ABCDE", " \n Yes\tabcDe \n"})
  void yes_allows(String text) {
    assertThat(PermissionReply.in(text))
        .contains(new PermissionReply("abcde", PermissionAnswer.ALLOW));
  }

  @ParameterizedTest
  @ValueSource(strings = {"no abcde", "n abcde", "No   ABCDE"})
  void no_denies(String text) {
    assertThat(PermissionReply.in(text))
        .contains(new PermissionReply("abcde", PermissionAnswer.DENY));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "yes",
        "abcde",
        "yesabcde",
        "yes abcd",
        "yes abcdef",
        "yes ablde",
        "yes abLde",
        "yes abcd1",
        "yes, abcde",
        "yes abcde.",
        "yes abcde please",
        "say yes abcde",
        "yes abcde\nno abcde",
        "yep abcde"
      })
  void anyOtherText_isNoAnswer(String text) {
    assertThat(PermissionReply.in(text)).isEmpty();
  }

  @Test
  void longTextOfSpaces_isReadOnce() {
    String spaces = " ".repeat(1_000_000);
    assertThat(PermissionReply.in(spaces + "yes" + spaces + "abcde" + spaces)).isPresent();
    assertThat(PermissionReply.in(spaces + "yes" + spaces + "abcde" + spaces + "!")).isEmpty();
  }
}
