package dev.parley.engine.backend.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoredTextTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "plain",
        "\0",
        "\u001A",
        "\u001A0",
        "\u001A1\0",
        "a\0\0b\u001A\u001A",
        "\0\u001A"
      })
  void text_isReadAsItWasAndHasNoZero(String text) {
    String stored = StoredText.of(text);
    assertThat(stored).doesNotContain("\0");
    assertThat(StoredText.read(stored)).isEqualTo(text);
  }
}
