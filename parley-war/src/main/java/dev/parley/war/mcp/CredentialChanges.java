package dev.parley.war.mcp;

import dev.parley.credential.Credential;
import dev.parley.credential.CredentialListener;
import dev.parley.credential.Credentials;
import dev.parley.id.CredentialId;
import dev.parley.war.grant.Grant;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Ends the MCP sessions of a credential that was revoked, has expired, or may be used for other
 * things than before. A client that still has a good credential opens a new session at once.
 * Sessions that needed no credential end with the first one that is created.
 */
final class CredentialChanges implements CredentialListener {
  private final Collection<McpEndpoint> endpoints;

  CredentialChanges(Collection<McpEndpoint> endpoints) {
    this.endpoints = endpoints;
  }

  @Override
  public void changed(Credential changed) {
    Optional<String> key = Optional.of(Grant.key(changed.id()));
    if (changed.isGoodAt(Instant.now())) {
      dismiss(
          key,
          "The credential of this connection was changed. Its session ends; your client opens a new"
              + " one with what the credential allows now. Join your rooms again.",
          "credential_changed");
    } else {
      end(key, changed.revokedAt().isPresent() ? "revoked" : "expired");
    }
    endWithoutCredential();
  }

  @Override
  public void created(Credential credential) {
    endWithoutCredential();
  }

  /**
   * Ends the sessions whose credential is not good any more. That finds those that were opened
   * while their credential ended, or before changes were followed.
   */
  void sweep(Credentials credentials) {
    Set<Optional<String>> used = new HashSet<>();
    endpoints.forEach(endpoint -> used.addAll(endpoint.credentials()));
    for (Optional<String> name : used) {
      Optional<CredentialId> stored = Grant.stored(name);
      if (stored.isPresent() && credentials.current(stored.get()).isEmpty()) {
        end(name, "revoked or expired");
      }
    }
    if (used.contains(Optional.<String>empty()) && credentials.exist()) {
      endWithoutCredential();
    }
  }

  private void end(Optional<String> credential, String how) {
    dismiss(
        credential,
        "The credential of this connection is "
            + how
            + ". You are no longer connected to Parley and receive no messages. Ask the person you"
            + " work for to give you a new token.",
        "credential_ended");
  }

  private void endWithoutCredential() {
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
