package dev.parley.war.view;

import dev.parley.credential.Credential;
import dev.parley.credential.CredentialDraft;
import dev.parley.credential.Scope;
import dev.parley.war.wire.Timestamps;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A credential as the page and the command line show it. */
public record CredentialView(
    String id,
    String kind,
    String role,
    String workspace,
    String names,
    List<String> scopes,
    String label,
    String state,
    String createdAt,
    String createdBy,
    @Nullable String expiresAt,
    @Nullable String revokedAt,
    @Nullable String lastUsedAt,
    @Nullable String lastUsedFrom) {

  /** Copies the scopes. */
  public CredentialView {
    scopes = List.copyOf(scopes);
  }

  /** Shows a credential as it is at {@code now}. */
  public static CredentialView of(Credential credential, Instant now) {
    CredentialDraft properties = credential.properties();
    String state =
        credential.revokedAt().isPresent()
            ? "revoked"
            : credential.isGoodAt(now) ? "active" : "expired";
    return new CredentialView(
        credential.id().value(),
        properties.kind().wireName(),
        properties.role().wireName(),
        properties.workspace().value(),
        properties.names().value(),
        properties.scopes().stream().sorted().map(Scope::wireName).toList(),
        properties.label(),
        state,
        Timestamps.iso(credential.createdAt()),
        credential.createdBy(),
        properties.expiresAt().map(Timestamps::iso).orElse(null),
        credential.revokedAt().map(Timestamps::iso).orElse(null),
        credential.lastUse().map(use -> Timestamps.iso(use.at())).orElse(null),
        credential.lastUse().map(Credential.Use::address).orElse(null));
  }
}
