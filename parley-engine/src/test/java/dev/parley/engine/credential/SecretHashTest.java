package dev.parley.engine.credential;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SecretHashTest {
  private static final String OF_ABC =
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"; // FIPS 180-4, appendix

  @Test
  void hash_isStoredAsHexadecimalDigits_andReadBack() {
    SecretHash hash = SecretHash.of("abc");
    assertThat(hash.stored()).isEqualTo(OF_ABC);
    assertThat(SecretHash.parse(OF_ABC).isSameAs(hash)).isTrue();
  }

  @Test
  void hash_ofAnotherSecret_isAnother() {
    assertThat(SecretHash.of("abd").isSameAs(SecretHash.of("abc"))).isFalse();
    assertThat(SecretHash.NONE.isSameAs(SecretHash.of(""))).isFalse();
    assertThat(SecretHash.NONE.stored()).hasSize(64);
  }

  @Test
  void parse_anotherForm_isTheHashOfNoSecret() {
    for (String other : List.of("no digits", "", "abcd", OF_ABC + "00")) {
      assertThat(SecretHash.parse(other).isSameAs(SecretHash.NONE)).as(other).isTrue();
    }
  }
}
