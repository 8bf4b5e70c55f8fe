package dev.parley.credential;

import dev.parley.id.WorkspaceId;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.TextLimits;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
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
 * @param expiresAt the time from which it is refused, cut to milliseconds; empty for never
 * @param label a text by which people recognize it, at most {@value #MAX_LABEL} characters; may be
 *     empty
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

  /** The latest end of a credential. */
  public static final Instant MAX_EXPIRY = Instant.parse("9999-12-31T23:59:59.999Z");

  /**
   * Checks the limits, adds the scopes that others include, and cuts the end to milliseconds;
   * refused with {@code invalid_argument}.
   */
  public CredentialDraft {
    if (scopes.isEmpty()) {
      throw InvalidArgument.refusal("scopes", "at least one is needed");
    }
    TextLimits.text("label", label, MAX_LABEL);
    if (label.chars().anyMatch(Character::isISOControl)) {
      throw InvalidArgument.refusal("label", "it must have no control characters");
    }
    if (expiresAt.filter(MAX_EXPIRY::isBefore).isPresent()) {
      throw InvalidArgument.refusal(
          "expires_at", "it must be at most " + MAX_EXPIRY, Map.of("limit", MAX_EXPIRY.toString()));
    }
    scopes = Set.copyOf(Scope.withIncluded(scopes));
    expiresAt = expiresAt.map(end -> end.truncatedTo(ChronoUnit.MILLIS));
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
