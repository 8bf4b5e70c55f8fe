package dev.parley.id;

import static dev.parley.problem.Refusals.refusedField;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessageIdTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "01ARZ3NDEKTSV4RRFFQ69G5FAV",
        "00000000000000000000000000",
        "7ZZZZZZZZZZZZZZZZZZZZZZZZZ"
      })
  void of_aUlid_isKept(String value) {
    assertThat(new MessageId(value)).hasToString(value);
  }

  /** Too short, too long, past the largest, lower case, and the letters the alphabet leaves out. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "01ARZ3NDEKTSV4RRFFQ69G5FA",
        "01ARZ3NDEKTSV4RRFFQ69G5FAVV",
        "8ZZZZZZZZZZZZZZZZZZZZZZZZZ",
        "01arz3ndektsv4rrffq69g5fav",
        "01ARZ3NDEKTSV4RRFFQ69G5FAI",
        "01ARZ3NDEKTSV4RRFFQ69G5FAL",
        "01ARZ3NDEKTSV4RRFFQ69G5FAO",
        "01ARZ3NDEKTSV4RRFFQ69G5FAU",
        "01ARZ3NDEKTSV4RRFFQ69G5FAV\n"
      })
  void of_anythingElse_isRefused(String value) {
    assertThat(refusedField(() -> new MessageId(value))).isEqualTo("messageId");
  }
}
