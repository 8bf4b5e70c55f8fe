package dev.parley.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MentionsTest {
  @ParameterizedTest
  @CsvSource({
    "@bob,bob",
    "hi @ctx-payments!,ctx-payments",
    "(@a.b),a.b",
    "@bob.,bob",
    "@bob-_.,bob",
    "see @x,x",
    "@a..b,a..b",
    "'@bob, @eve',bob eve",
    "@bob @eve @bob,bob eve",
    "@bob\u00e9,bob",
  })
  void name_afterAnAt_isMentioned(String text, String names) {
    assertThat(Mentions.in(Body.of(text))).isEqualTo(List.of(names.split(" ")));
  }

  @ParameterizedTest
  @CsvSource({"bob@x.com", "@.", "@", "@@bob", "_@bob", ".@bob", "-@bob", "9@bob", "@_bob", "bob"})
  void whatIsNoMention_isNone(String text) {
    assertThat(Mentions.in(Body.of(text))).isEmpty();
  }

  @Test
  void aLongRunOfDots_isReadInOnePass() {
    assertThat(Mentions.in(Body.of("@a" + ".".repeat(8_000)))).containsExactly("a");
  }
}
