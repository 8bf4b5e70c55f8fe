package dev.parley.engine.credential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.id.CredentialId;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenFormatTest {
  private static final String SECRET = "-_0123456789abcdefghijklmnopqrstuvwxyzABCDE";

  @Test
  void random_asText_isReadBack() {
    TokenFormat token = TokenFormat.random();
    assertThat(token.text()).matches("parley_[a-z0-9]{12}_[A-Za-z0-9_-]{43}");
    assertThat(TokenFormat.parse(token.text())).contains(token);
  }

  @Test
  void random_manyTimes_isNeverTheSame() {
    assertThat(IntStream.range(0, 1_000).mapToObj(i -> TokenFormat.random()))
        .extracting(TokenFormat::id)
        .doesNotHaveDuplicates();
    CredentialId id = new CredentialId(TokenFormat.random().id());
    assertThat(IntStream.range(0, 1_000).mapToObj(i -> TokenFormat.random(id)))
        .allMatch(token -> token.id().equals(id.value()))
        .extracting(TokenFormat::secret)
        .doesNotHaveDuplicates();
  }

  @Test
  void parse_aSecretWithUnderscores_isRead() {
    assertThat(TokenFormat.parse("parley_abcdefghij12_" + SECRET))
        .contains(new TokenFormat("abcdefghij12", SECRET));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "parley_",
        SECRET,
        "parley_abcdefghij12_" + SECRET + "x",
        "parley_abcdefghij12_" + SECRET + "\n",
        " parley_abcdefghij12_" + SECRET,
        "parley_abcdefghij1_" + SECRET,
        "parley_ABCDEFGHIJ12_" + SECRET,
        "Parley_abcdefghij12_" + SECRET,
        "parley_abcdefghij12-" + SECRET,
        "parley_abcdefghij1._" + SECRET
      })
  void parse_anotherForm_isNothing(String text) {
    assertThat(TokenFormat.parse(text)).isEmpty();
  }

  @Test
  void toString_leavesTheSecretOut() {
    TokenFormat token = TokenFormat.random();
    assertThat(token.toString()).doesNotContain(token.secret());
  }
}
