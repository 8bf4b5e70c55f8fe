package dev.parley.war.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.credential.CredentialKind;
import dev.parley.credential.NamePattern;
import dev.parley.credential.Role;
import dev.parley.war.grant.Grant;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SessionCredentialTest {
  private static final Instant NOW = Instant.parse("2026-11-25T12:00:00Z");

  private final SessionCredential credential = new SessionCredential(Optional.of("oidc-a"));

  private static Grant grant(String name, Optional<Instant> end) {
    return new Grant(
        Optional.of(name),
        CredentialKind.PERSON,
        Role.MEMBER,
        Optional.empty(),
        NamePattern.ANY,
        Role.MEMBER.scopes(),
        end);
  }

  @Test
  void credential_expiresWithTheLatestThatWasShown() {
    assertThat(credential.hasExpired(NOW)).isFalse();
    assertThat(credential.isShownBy(grant("oidc-a", Optional.of(NOW.plusSeconds(60))))).isTrue();
    assertThat(credential.isShownBy(grant("oidc-a", Optional.of(NOW.plusSeconds(30))))).isTrue();
    assertThat(credential.hasExpired(NOW.plusSeconds(59))).isFalse();
    assertThat(credential.hasExpired(NOW.plusSeconds(60))).isTrue();
    assertThat(credential.isShownBy(grant("oidc-a", Optional.of(NOW.plusSeconds(90))))).isTrue();
    assertThat(credential.hasExpired(NOW.plusSeconds(60))).isFalse();
  }

  @Test
  void credential_ofAnother_changesNothing() {
    credential.isShownBy(grant("oidc-a", Optional.of(NOW)));
    assertThat(credential.isShownBy(grant("oidc-b", Optional.of(NOW.plusSeconds(90))))).isFalse();
    assertThat(credential.hasExpired(NOW)).isTrue();
  }

  @Test
  void credential_withoutAnEnd_doesNotExpire() {
    assertThat(credential.isShownBy(grant("oidc-a", Optional.empty()))).isTrue();
    assertThat(credential.hasExpired(Instant.MAX)).isFalse();
  }
}
