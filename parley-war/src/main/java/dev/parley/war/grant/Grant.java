package dev.parley.war.grant;

import dev.parley.agent.ConnectionTrait;
import dev.parley.credential.Credential;
import dev.parley.credential.CredentialDraft;
import dev.parley.credential.CredentialKind;
import dev.parley.credential.NamePattern;
import dev.parley.credential.Role;
import dev.parley.credential.Scope;
import dev.parley.id.AgentId;
import dev.parley.id.CredentialId;
import dev.parley.id.WorkspaceId;
import dev.parley.problem.NotPermitted;
import dev.parley.problem.ParleyException;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The rights of a caller, which its credential gives.
 *
 * @param credential names the credential without being it; empty where none is needed
 * @param kind the kind of its holder
 * @param role the role of its holder
 * @param workspace the one workspace it opens; empty for every workspace
 * @param names the names it may act as
 * @param scopes the things it may be used for
 * @param expiresAt the time from which it is refused; empty for one whose end others follow
 */
public record Grant(
    Optional<String> credential,
    CredentialKind kind,
    Role role,
    Optional<WorkspaceId> workspace,
    NamePattern names,
    Set<Scope> scopes,
    Optional<Instant> expiresAt) {

  /** The rights of every caller where no credential is needed. */
  public static final Grant OPEN = everything(Optional.empty());

  /** The length of the name of a stored credential, which no configured token's name has. */
  private static final int STORED_LENGTH = 12;

  /** Copies the scopes. */
  public Grant {
    scopes = Set.copyOf(scopes);
  }

  /** Returns the rights of a token that the deployer configured. */
  public static Grant ofConfiguredToken(String name) {
    return everything(Optional.of(name));
  }

  private static Grant everything(Optional<String> credential) {
    return new Grant(
        credential,
        CredentialKind.ADMIN,
        Role.ADMIN,
        Optional.empty(),
        NamePattern.ANY,
        EnumSet.allOf(Scope.class),
        Optional.empty());
  }

  /** Returns the rights that a credential gives. */
  public static Grant of(Credential credential) {
    CredentialDraft properties = credential.properties();
    return new Grant(
        Optional.of(key(credential.id())),
        properties.kind(),
        properties.role(),
        Optional.of(properties.workspace()),
        properties.names(),
        properties.scopes(),
        Optional.empty());
  }

  /** Returns true if a credential let the caller in, so that its name is one it may bear. */
  public boolean isVerified() {
    return credential.isPresent();
  }

  /** Returns the properties of the connections of its holder. */
  public Set<ConnectionTrait> traits() {
    Set<ConnectionTrait> traits = EnumSet.noneOf(ConnectionTrait.class);
    if (isVerified()) {
      traits.add(ConnectionTrait.VERIFIED);
    }
    if (!scopes.contains(Scope.TEAM_READ)) {
      traits.add(ConnectionTrait.WITHOUT_SESSION_MESSAGES);
    }
    return traits;
  }

  /** Returns the same rights in one workspace alone. */
  public Grant in(WorkspaceId only) {
    return new Grant(credential, kind, role, Optional.of(only), names, scopes, expiresAt);
  }

  /** Returns the public id of the stored credential; empty for a configured token, or none. */
  public Optional<CredentialId> stored() {
    return stored(credential);
  }

  /** Returns the public id that the name of a credential is; empty for any other name. */
  public static Optional<CredentialId> stored(Optional<String> name) {
    return name.filter(text -> text.length() == STORED_LENGTH).map(CredentialId::new);
  }

  /** Returns the name of a stored credential in {@link #credential}. */
  public static String key(CredentialId id) {
    return id.value();
  }

  /** Returns true if one of {@code needed} is among the scopes. */
  public boolean hasAny(List<Scope> needed) {
    for (Scope scope : needed) { // no stream: each call of a tool asks
      if (scopes.contains(scope)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Refuses a call that needs one of several scopes and has none of them.
   *
   * @throws ParleyException {@code permission_denied}
   */
  public void check(List<Scope> needed) {
    if (!hasAny(needed)) {
      throw new ParleyException(
          new NotPermitted(
              "this credential lacks the scope "
                  + String.join(" or ", needed.stream().map(Scope::wireName).toList())));
    }
  }

  /**
   * Refuses a name that the credential may not act as.
   *
   * @throws ParleyException {@code permission_denied}
   */
  public void checkName(AgentId agent) {
    if (!names.matches(agent)) {
      throw new ParleyException(
          new NotPermitted("this credential may act as " + names + " and not as " + agent.value()));
    }
  }

  /**
   * Refuses what a role may not do.
   *
   * @throws ParleyException {@code permission_denied}
   */
  public void checkRole(Role needed) {
    if (!role.covers(needed)) {
      throw new ParleyException(
          new NotPermitted(
              "this needs the role " + needed.wireName() + ", and you are " + role.wireName()));
    }
  }

  /**
   * Refuses a workspace that the credential does not open.
   *
   * @throws ParleyException {@code permission_denied}
   */
  public void checkWorkspace(WorkspaceId asked) {
    if (workspace.filter(own -> !own.equals(asked)).isPresent()) {
      throw new ParleyException(
          new NotPermitted("this credential opens no workspace '" + asked.value() + "'"));
    }
  }
}
