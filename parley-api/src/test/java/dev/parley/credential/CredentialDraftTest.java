package dev.parley.credential;

import static dev.parley.problem.Refusals.refusedField;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.id.WorkspaceId;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CredentialDraftTest {
  private static final CredentialDraft DRAFT = labelled("");

  private static CredentialDraft labelled(String label) {
    return CredentialDraft.of(
        CredentialKind.AGENT, Role.MEMBER, WorkspaceId.DEFAULT, NamePattern.ANY, label);
  }

  @Test
  void label_of100Characters_isTakenAndOneLongerIsRefused() {
    assertThat(labelled("l".repeat(100)).label()).hasSize(CredentialDraft.MAX_LABEL);
    assertThat(refusedField(() -> labelled("l".repeat(101)))).isEqualTo("label");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\0", "a\nb", "\u007f", "\u0085", "\ud800"})
  void label_thatIsNoLineOfText_isRefused(String label) {
    assertThat(refusedField(() -> labelled(label))).isEqualTo("label");
  }

  @Test
  void of_hasTheScopesOfTheRoleAndNoEnd() {
    assertThat(DRAFT.scopes()).isEqualTo(Role.MEMBER.scopes());
    assertThat(DRAFT.expiresAt()).isEmpty();
  }

  @Test
  void withScopes_addsThoseTheyInclude_andNoneIsRefused() {
    assertThat(DRAFT.withScopes(Set.of(Scope.ROOMS_WRITE)).scopes())
        .containsExactlyInAnyOrder(Scope.ROOMS_READ, Scope.ROOMS_WRITE);
    assertThat(refusedField(() -> DRAFT.withScopes(Set.of()))).isEqualTo("scopes");
  }

  @Test
  void expiry_isCutToMilliseconds_andRefusedPastTheYear9999() {
    Instant fine = Instant.parse("2030-01-01T00:00:00.123456789Z");
    assertThat(DRAFT.withExpiry(Optional.of(fine)).expiresAt())
        .contains(Instant.parse("2030-01-01T00:00:00.123Z"));
    Instant latest = CredentialDraft.MAX_EXPIRY;
    assertThat(DRAFT.withExpiry(Optional.of(latest)).expiresAt()).contains(latest);
    assertThat(refusedField(() -> DRAFT.withExpiry(Optional.of(latest.plusNanos(1)))))
        .isEqualTo("expires_at");
    assertThat(refusedField(() -> DRAFT.withExpiry(Optional.of(Instant.MAX))))
        .isEqualTo("expires_at");
  }
}
