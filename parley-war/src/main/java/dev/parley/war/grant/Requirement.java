package dev.parley.war.grant;

import dev.parley.credential.Role;
import dev.parley.credential.Scope;
import dev.parley.problem.ParleyException;
import java.util.List;

/**
 * The rights that a call needs.
 *
 * @param role the least role of its caller
 * @param scopes the scopes of which one is enough; without any, every caller has it
 */
public record Requirement(Role role, List<Scope> scopes) {
  /** The requirement of a call that every caller may make, also one without a credential. */
  public static final Requirement NONE = new Requirement(Role.VIEWER, List.of());

  /** The requirement of a call that administers. */
  public static final Requirement ADMINISTRATION =
      new Requirement(Role.ADMIN, List.of(Scope.ADMIN));

  /** Copies the scopes. */
  public Requirement {
    scopes = List.copyOf(scopes);
  }

  /** Returns the requirement of a call that one of several scopes admits, in any role. */
  static Requirement anyOf(Scope... scopes) {
    return new Requirement(Role.VIEWER, List.of(scopes));
  }

  /** Returns true if a caller with these rights may make the call. */
  public boolean isMetBy(Grant grant) {
    return grant.role().covers(role) && (scopes.isEmpty() || grant.hasAny(scopes));
  }

  /**
   * Refuses a caller who may not make the call.
   *
   * @throws ParleyException {@code permission_denied}
   */
  public void check(Grant grant) {
    grant.checkRole(role);
    if (!scopes.isEmpty()) {
      grant.check(scopes);
    }
  }
}
