package dev.parley.engine.id;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class Sha256Test {
  private static final int TEXTS = 2_000;

  /** The examples of FIPS 180-4. */
  @Test
  void hex_isTheDigest() {
    assertThat(Sha256.hex(""))
        .isEqualTo("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    assertThat(Sha256.hex("abc"))
        .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  }

  @Test
  void hex_readsTextAsUtf8() {
    assertThat(Sha256.hex("\u00fc")).isNotEqualTo(Sha256.hex("u"));
    assertThat(Sha256.of("\u00fc")).isEqualTo(Sha256.of(new byte[] {(byte) 0xc3, (byte) 0xbc}));
  }

  /** Each thread has one digest, which no other may change. */
  @Test
  void hex_onManyThreads_isThatOfEachText() {
    List<String> alone = IntStream.range(0, TEXTS).mapToObj(Sha256Test::hex).toList();
    List<String> together = IntStream.range(0, TEXTS).parallel().mapToObj(Sha256Test::hex).toList();
    assertThat(together).isEqualTo(alone).doesNotHaveDuplicates();
  }

  private static String hex(int number) {
    return Sha256.hex(("text " + number).repeat(100));
  }
}
