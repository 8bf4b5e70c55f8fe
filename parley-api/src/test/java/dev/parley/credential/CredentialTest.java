package dev.parley.credential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.id.CredentialId;
import dev.parley.id.WorkspaceId;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CredentialTest {
  private static final Instant NOON = Instant.parse("2030-01-01T12:00:00Z");

  private static Credential credential(Optional<Instant> end, Optional<Instant> revokedAt) {
    CredentialDraft draft =
        CredentialDraft.of(
                CredentialKind.PERSON, Role.VIEWER, WorkspaceId.DEFAULT, NamePattern.ANY, "")
            .withExpiry(end);
    return new Credential(
        new CredentialId("abcdefghij12"),
        draft,
        NOON.minusSeconds(60),
        "root",
        revokedAt,
        Optional.empty());
  }

  @Test
  void isGoodAt_withoutEnd_isTrueUntilItIsRevoked() {
    assertThat(credential(Optional.empty(), Optional.empty()).isGoodAt(NOON)).isTrue();
    assertThat(credential(Optional.empty(), Optional.of(NOON)).isGoodAt(NOON)).isFalse();
  }

  @Test
  void isGoodAt_itsEnd_isFalseAndTrueBefore() {
    Credential ending = credential(Optional.of(NOON), Optional.empty());
    assertThat(ending.isGoodAt(NOON.minusMillis(1))).isTrue();
    assertThat(ending.isGoodAt(NOON)).isFalse();
  }

  @Test
  void has_aScope_isAsItsPropertiesSay() {
    Credential viewer = credential(Optional.empty(), Optional.empty());
    assertThat(viewer.has(Scope.WATCH)).isTrue();
    assertThat(viewer.has(Scope.ROOMS_WRITE)).isFalse();
  }

  @Test
  void issued_asText_leavesTheTokenOut() {
    IssuedCredential issued =
        new IssuedCredential(credential(Optional.empty(), Optional.empty()), "parley_secret");
    assertThat(issued).hasToString("IssuedCredential[abcdefghij12]");
  }
}
