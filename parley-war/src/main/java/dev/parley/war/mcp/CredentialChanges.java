package dev.parley.war.mcp;

import dev.parley.Parley;
import dev.parley.credential.Credential;
import dev.parley.war.grant.Grant;
import java.time.Instant;
import java.util.Collection;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Ends the MCP sessions of a credential that was revoked, has expired, or may be used for other
 * things than before. A client that still has a good credential opens a new session at once.
 */
final class CredentialChanges implements Consumer<Credential> {
  private final Collection<McpEndpoint> endpoints;
  private @Nullable Parley followed;

  CredentialChanges(Collection<McpEndpoint> endpoints) {
    this.endpoints = endpoints;
  }

  /** Follows the credentials of {@code parley} from now on; for a second time does nothing. */
  synchronized void follow(Parley parley) {
    if (followed != parley) {
      followed = parley;
      var unusedUntilItCloses = parley.credentials().onChange(this);
    }
  }

  @Override
  public void accept(Credential changed) {
    boolean good = changed.isGoodAt(Instant.now());
    String text =
        good
            ? "The credential of this connection was changed. Its session ends; your client opens"
                + " a new one with what the credential allows now. Join your rooms again."
            : "The credential of this connection is "
                + (changed.revokedAt().isPresent() ? "revoked" : "expired")
                + ". You are no longer connected to Parley and receive no messages. Ask the person"
                + " you work for to give you a new token.";
    String code = good ? "credential_changed" : "credential_ended";
    String key = Grant.key(changed.id());
    endpoints.forEach(endpoint -> endpoint.dismiss(key, text, code));
  }
}
