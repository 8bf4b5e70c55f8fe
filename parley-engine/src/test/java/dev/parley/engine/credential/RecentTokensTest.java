package dev.parley.engine.credential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.credential.Credential;
import dev.parley.id.CredentialId;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RecentTokensTest {
  private static final String ADDRESS = "192.0.2.1";
  private static final Credential CREDENTIAL =
      new Credential(
          new CredentialId("a".repeat(12)),
          OpenCredentials.DRAFT,
          Instant.EPOCH,
          "root",
          Optional.empty(),
          Optional.empty());

  private final RecentTokens tokens = new RecentTokens();

  @Test
  void token_isFoundForASecond() {
    String token = TokenFormat.random().text();
    tokens.note(token, ADDRESS, CREDENTIAL, 1, 5_000);
    assertThat(tokens.find(token, ADDRESS, 1, 5_000)).contains(CREDENTIAL);
    assertThat(tokens.find(token, ADDRESS, 1, 5_999)).contains(CREDENTIAL);
    assertThat(tokens.find(token, ADDRESS, 1, 6_000)).isEmpty();
    assertThat(tokens.find(token, ADDRESS, 1, 4_999)).isEmpty();
  }

  @Test
  void token_afterAChange_orFromAnotherAddress_isNotFound() {
    String token = TokenFormat.random().text();
    tokens.note(token, ADDRESS, CREDENTIAL, 1, 5_000);
    assertThat(tokens.find(token, ADDRESS, 2, 5_000)).isEmpty();
    assertThat(tokens.find(token, "192.0.2.2", 1, 5_000)).isEmpty();
  }

  /** Both have the same last characters, so they are in the same place. */
  @Test
  void token_thatDiffersInItsBeginning_isNotFound() {
    String end = "_" + "s".repeat(43);
    tokens.note("parley_aaaaaaaaaaaa" + end, ADDRESS, CREDENTIAL, 1, 5_000);
    assertThat(tokens.find("parley_bbbbbbbbbbbb" + end, ADDRESS, 1, 5_000)).isEmpty();
    assertThat(tokens.find("", ADDRESS, 1, 5_000)).isEmpty();
  }
}
