package dev.parley.credential;

import dev.parley.id.CredentialId;
import dev.parley.id.WorkspaceId;
import dev.parley.message.Subscription;
import dev.parley.page.ListPage;
import dev.parley.problem.ParleyException;
import java.util.Optional;
import java.util.Set;

/**
 * The credentials of a Parley. Secrets are stored as hashes. A change reaches every node over the
 * same storage within 2 s. All methods may be called from any thread.
 */
public interface Credentials {
  /** The maximum number of credentials, revoked ones not counted. */
  int MAX_COUNT = 10_000;

  /**
   * Creates a credential.
   *
   * @param creator the name of its creator, at most 64 characters
   * @throws ParleyException {@code invalid_argument} for one that has expired already, or a longer
   *     name; {@code limit_reached} past {@value #MAX_COUNT}; {@code unavailable}
   */
  IssuedCredential create(CredentialDraft draft, String creator);

  /**
   * Returns a credential, also a revoked or expired one.
   *
   * @throws ParleyException {@code unavailable}
   */
  Optional<Credential> find(CredentialId id);

  /**
   * Returns a credential of a workspace, also a revoked or expired one. One of another workspace
   * takes as long as one that there is not.
   *
   * @throws ParleyException {@code unavailable}
   */
  Optional<Credential> find(CredentialId id, WorkspaceId workspace);

  /**
   * Returns a credential that is good now. Asks the storage only for one that this node does not
   * know.
   *
   * @throws ParleyException {@code unavailable}
   */
  Optional<Credential> current(CredentialId id);

  /**
   * Reads credentials in the order of their ids, revoked ones included.
   *
   * @param after where the page begins; empty for the first
   * @param limit the maximum number of items: 1 to 1,000
   * @throws ParleyException {@code unavailable}
   */
  ListPage<Credential> list(Optional<CredentialId> after, int limit);

  /**
   * Revokes a credential for good. A second time does nothing.
   *
   * @throws ParleyException {@code not_found}; {@code unavailable}
   */
  Credential revoke(CredentialId id);

  /**
   * Gives a credential a new secret. The earlier one is refused from now on.
   *
   * @throws ParleyException {@code not_found}, also for a revoked one; {@code invalid_argument} for
   *     one that an OAuth client has, as its tokens change by themselves; {@code unavailable}
   */
  IssuedCredential rotate(CredentialId id);

  /**
   * Changes the things a credential may be used for.
   *
   * @throws ParleyException {@code not_found}, also for a revoked one; {@code invalid_argument};
   *     {@code unavailable}
   */
  Credential changeScopes(CredentialId id, Set<Scope> scopes);

  /**
   * Returns the good credential that {@code token} is the secret of, and records its use. Uses from
   * one address within a second are recorded as one, at the time of the first. Takes as long for an
   * unknown id as for a wrong secret. A credential that was created or rotated on another node is
   * good at once. One that was revoked there is refused within 2 s.
   *
   * @param address the network address of its holder; its first 64 characters are stored
   * @return empty for a wrong, revoked or expired one
   * @throws ParleyException {@code unavailable}, for a known token only after the storage was
   *     unreachable for a minute
   */
  Optional<Credential> authenticate(String token, String address);

  /**
   * Returns true if a credential was ever created, on this node or on another one up to 2 s ago.
   * From then on a server needs credentials. Makes no call to the storage: this Parley asks it each
   * second, and while it is unreachable, the last answer holds.
   */
  boolean exist();

  /**
   * Calls {@code listener} with every credential that changes, on this or another node: a new one,
   * a revoked one, one with other scopes or another secret, and one that expires. Several changes
   * of one credential in short order may be one call, with its last state. Called on a thread of
   * this Parley, one at a time; an exception of it is logged.
   */
  Subscription onChange(CredentialListener listener);
}
