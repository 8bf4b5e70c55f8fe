package dev.parley.war.view;

import dev.parley.credential.Credential;
import dev.parley.credential.CredentialDraft;
import dev.parley.credential.Scope;
import dev.parley.oauth.Consent;
import dev.parley.war.wire.Timestamps;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An OAuth client that a person allowed something, as the page shows it. */
public record ConsentView(
    String id,
    String client,
    String label,
    String workspace,
    String names,
    List<String> scopes,
    String createdAt,
    @Nullable String expiresAt,
    @Nullable String lastUsedAt,
    @Nullable String lastUsedFrom) {

  /** Copies the scopes. */
  public ConsentView {
    scopes = List.copyOf(scopes);
  }

  /** Shows a consent. */
  public static ConsentView of(Consent consent) {
    Credential credential = consent.credential();
    CredentialDraft properties = credential.properties();
    return new ConsentView(
        credential.id().value(),
        consent.client(),
        properties.label(),
        properties.workspace().value(),
        properties.names().value(),
        properties.scopes().stream().sorted().map(Scope::wireName).toList(),
        Timestamps.iso(credential.createdAt()),
        properties.expiresAt().map(Timestamps::iso).orElse(null),
        credential.lastUse().map(use -> Timestamps.iso(use.at())).orElse(null),
        credential.lastUse().map(Credential.Use::address).orElse(null));
  }
}
