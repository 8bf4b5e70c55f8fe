package dev.parley.war.mcp;

import dev.parley.credential.Credential;
import dev.parley.war.grant.Grant;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;

/**
 * Ends the MCP sessions of a credential that was revoked, has expired, or may be used for other
 * things than before. A client that still has a good credential opens a new session at once.
 * Sessions that needed no credential end with the first one that is created.
 */
final class CredentialChanges {
  private final Collection<McpEndpoint> endpoints;

  CredentialChanges(Collection<McpEndpoint> endpoints) {
    this.endpoints = endpoints;
  }

  void accept(Credential changed) {
    Optional<String> key = Optional.of(Grant.key(changed.id()));
    if (changed.isGoodAt(Instant.now())) {
      dismiss(
          key,
          "The credential of this connection was changed. Its session ends; your client opens a new"
              + " one with what the credential allows now. Join your rooms again.",
          "credential_changed");
    } else {
      dismiss(
          key,
          "The credential of this connection is "
              + (changed.revokedAt().isPresent() ? "revoked" : "expired")
              + ". You are no longer connected to Parley and receive no messages. Ask the person you"
              + " work for to give you a new token.",
          "credential_ended");
    }
    dismiss(
        Optional.empty(),
        "Parley needs a token from now on, and this connection has none. You are no longer connected"
            + " and receive no messages. Ask the person you work for to give you a token.",
        "credential_needed");
  }

  private void dismiss(Optional<String> credential, String text, String code) {
    endpoints.forEach(endpoint -> endpoint.dismiss(credential, text, code));
  }
}
