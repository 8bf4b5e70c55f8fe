package dev.parley.engine.hook;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class CappedOutputTest {

  @Test
  void text_atTheBound_isWholeAndOnePastItIsCut() {
    assertThat(kept("x".repeat(2_000))).isEqualTo("x".repeat(2_000));
    assertThat(kept("x".repeat(2_001))).isEqualTo("x".repeat(2_000) + "...[truncated]");
  }

  @Test
  void text_ofWideCharacters_isCutBetweenThem() {
    assertThat(kept("\u20ac".repeat(2_000))).hasSize(2_000);
    assertThat(kept("\u20ac".repeat(2_001))).isEqualTo("\u20ac".repeat(2_000) + CappedOutput.CUT);
    assertThat(kept("x" + "\ud83d\ude00".repeat(1_000)))
        .isEqualTo("x" + "\ud83d\ude00".repeat(999) + CappedOutput.CUT);
  }

  @Test
  void text_isTrimmed() {
    assertThat(kept("\n  a b \n\n")).isEqualTo("a b");
    assertThat(kept(" ".repeat(1_000_000) + "end" + "\n".repeat(1_000_000))).isEqualTo("end");
    assertThat(kept("a" + " ".repeat(10_000) + "b")).isEqualTo("a" + CappedOutput.CUT);
  }

  @Test
  void text_ofBytesThatAreNoText_isText() {
    CappedOutput kept = new CappedOutput();
    kept.take(new byte[] {'a', (byte) 0xff, 0, 'b'}, 4);
    assertThat(kept.text()).isEqualTo("a\ufffd\ufffdb");
  }

  private static String kept(String printed) {
    CappedOutput kept = new CappedOutput();
    byte[] bytes = printed.getBytes(StandardCharsets.UTF_8);
    kept.take(bytes, bytes.length);
    return kept.text();
  }
}
