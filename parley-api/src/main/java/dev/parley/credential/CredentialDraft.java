package dev.parley.credential;

import dev.parley.id.WorkspaceId;
import dev.parley.problem.InvalidArgument;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The properties of a credential, as its creator chooses them.
 *
 * @param kind the kind of its holder
 * @param role the role of its holder
 * @param workspace the one workspace it opens
 * @param names the names it may act as
 * @param scopes the things it may be used for, with those they include
 * @param expiresAt the time from which it is refused; empty for never
 * @param label a text by which people know it, at most {@value #MAX_LABEL} characters; may be empty
 */
public record CredentialDraft(
    CredentialKind kind,
    Role role,
    WorkspaceId workspace,
    NamePattern names,
    Set<Scope> scopes,
    Optional<Instant> expiresAt,
    String label) {
  /** The maximum length of a label in characters. */
  public static final int MAX_LABEL = 100;

  /**
   * Checks the limits, and adds the scopes that others include; refused with {@code
   * invalid_argument}.
   */
  public CredentialDraft {
    if (scopes.isEmpty()) {
      throw InvalidArgument.refusal("scopes", "at least one is needed");
    }
    if (label.length() > MAX_LABEL) {
      throw InvalidArgument.refusal(
          "label",
          "it must have at most " + MAX_LABEL + " characters",
          Map.of("limit", MAX_LABEL));
    }
    if (label.chars().anyMatch(Character::isISOControl)) {
      throw InvalidArgument.refusal("label", "it must have no control characters");
    }
    scopes = Set.copyOf(Scope.withIncluded(scopes));
  }

  /** Returns the draft of a holder with the scopes of its role. */
  public static CredentialDraft of(
      CredentialKind kind, Role role, WorkspaceId workspace, NamePattern names, String label) {
    return new CredentialDraft(
        kind, role, workspace, names, role.scopes(), Optional.empty(), label);
  }

  /** Returns it with other scopes. */
  public CredentialDraft withScopes(Set<Scope> others) {
    return new CredentialDraft(kind, role, workspace, names, others, expiresAt, label);
  }

  /** Returns it with another end; empty for never. */
  public CredentialDraft withExpiry(Optional<Instant> end) {
    return new CredentialDraft(kind, role, workspace, names, scopes, end, label);
  }
}
