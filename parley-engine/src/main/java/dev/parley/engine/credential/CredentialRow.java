package dev.parley.engine.credential;

import dev.parley.credential.Credential;
import dev.parley.credential.CredentialDraft;
import dev.parley.credential.CredentialKind;
import dev.parley.credential.NamePattern;
import dev.parley.credential.Role;
import dev.parley.credential.Scope;
import dev.parley.id.CredentialId;
import dev.parley.id.WorkspaceId;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A credential. Statements change it, never this entity. */
@Entity(name = "Credential")
@Table(name = "parley_credential")
class CredentialRow {
  private static final String COMMA = ",";

  @Id
  @Column(length = 12)
  private String id;

  @Column(name = "secret_hash", nullable = false, length = 64)
  private String secretHash;

  @Column(nullable = false, length = 16)
  private String kind;

  @Column(nullable = false, length = 16)
  private String role;

  @Column(nullable = false, length = 64)
  private String workspace;

  @Column(nullable = false, length = 66)
  private String names;

  @Column(nullable = false, length = 256)
  private String scopes;

  @Column(nullable = false, length = 100)
  private String label;

  @Column(name = "created_at", nullable = false)
  private long createdAt;

  @Column(name = "created_by", nullable = false, length = 64)
  private String createdBy;

  @Column(name = "expires_at")
  private @Nullable Long expiresAt;

  @Column(name = "revoked_at")
  private @Nullable Long revokedAt;

  @Column(name = "last_used_at")
  private @Nullable Long lastUsedAt;

  @Column(name = "last_used_from", length = 64)
  private @Nullable String lastUsedFrom;

  @Column(nullable = false)
  private long changed;

  protected CredentialRow() {}

  CredentialRow(TokenHash token, CredentialDraft draft, String createdBy, long now) {
    this.id = token.id();
    this.secretHash = token.hash().stored();
    this.kind = draft.kind().wireName();
    this.role = draft.role().wireName();
    this.workspace = draft.workspace().value();
    this.names = draft.names().value();
    this.scopes = text(draft.scopes());
    this.label = draft.label();
    this.createdAt = now;
    this.createdBy = createdBy;
    this.expiresAt = draft.expiresAt().map(Instant::toEpochMilli).orElse(null);
    this.changed = 1;
  }

  /** Returns the text that stores {@code scopes}. */
  static String text(Set<Scope> scopes) {
    return scopes.stream().sorted().map(Scope::wireName).collect(Collectors.joining(COMMA));
  }

  StoredCredential snapshot() {
    CredentialDraft properties =
        new CredentialDraft(
            CredentialKind.valueOf(kind.toUpperCase(Locale.ROOT)),
            Role.of(role),
            new WorkspaceId(workspace),
            new NamePattern(names),
            scopes(),
            time(expiresAt),
            label);
    Credential credential =
        new Credential(
            new CredentialId(id),
            properties,
            Instant.ofEpochMilli(createdAt),
            createdBy,
            time(revokedAt),
            time(lastUsedAt)
                .map(at -> new Credential.Use(at, lastUsedFrom == null ? "" : lastUsedFrom)));
    return new StoredCredential(credential, SecretHash.parse(secretHash), changed);
  }

  /** Reads the scopes this version knows; a node of a later version may have written others. */
  private Set<Scope> scopes() {
    Set<String> stored = Set.of(scopes.split(COMMA, -1));
    return Arrays.stream(Scope.values())
        .filter(scope -> stored.contains(scope.wireName()))
        .collect(Collectors.toSet());
  }

  private static Optional<Instant> time(@Nullable Long millis) {
    return Optional.ofNullable(millis).map(Instant::ofEpochMilli);
  }
}
