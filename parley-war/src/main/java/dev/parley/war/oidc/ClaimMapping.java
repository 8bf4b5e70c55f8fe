package dev.parley.war.oidc;

import dev.parley.credential.CredentialKind;
import dev.parley.credential.NamePattern;
import dev.parley.credential.Role;
import dev.parley.credential.Scope;
import dev.parley.id.ReservedNames;
import dev.parley.id.WorkspaceId;
import dev.parley.problem.ParleyException;
import dev.parley.war.grant.Grant;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The rights that the claims of a token give.
 *
 * @param name the path of the claim with the name; empty: {@code preferred_username}, else the
 *     subject
 * @param workspaceClaim the path of the claim with the workspace
 * @param workspace the workspace of a token without that claim; empty where it then is refused
 * @param roleClaim the path of the claim with roles, of which the highest one counts
 * @param role the role of a token without one
 * @param scopes the scopes of a token that has none of Parley; empty: those of its role
 */
record ClaimMapping(
    Optional<String> name,
    Optional<String> workspaceClaim,
    Optional<WorkspaceId> workspace,
    Optional<String> roleClaim,
    Role role,
    Optional<Set<Scope>> scopes) {
  private static final String DEFAULT_NAME = "preferred_username";
  private static final String SUBJECT = "sub";

  /**
   * Returns the rights of the holder of a token.
   *
   * @param credential names issuer and subject
   * @param end the time from which the token is refused
   */
  Grant grant(Claims claims, String credential, Instant end) throws TokenRefused {
    Role highest = highestRole(claims);
    return new Grant(
        Optional.of(credential),
        kind(claims),
        highest,
        Optional.of(workspaceOf(claims)),
        names(claims),
        scopesOf(claims, highest),
        Optional.of(end));
  }

  /** Returns the scopes of a token: a text with spaces, or a list; some issuers say {@code scp}. */
  static List<String> scopeWords(Claims claims) {
    return claims.words(claims.has("scope") ? "scope" : "scp");
  }

  /** Returns the one name the holder acts as. */
  private NamePattern names(Claims claims) throws TokenRefused {
    String claim = name.orElse(claims.text(DEFAULT_NAME).isPresent() ? DEFAULT_NAME : SUBJECT);
    String text =
        claims.text(claim).orElseThrow(() -> new TokenRefused("it has no claim " + claim));
    try {
      return new NamePattern(ReservedNames.agent(text).value());
    } catch (ParleyException unusable) {
      throw new TokenRefused(
          "its claim "
              + claim
              + " is no name of an agent ("
              + unusable.getMessage()
              + "); --oidc-name-claim chooses another claim");
    }
  }

  private WorkspaceId workspaceOf(Claims claims) throws TokenRefused {
    Optional<String> named = workspaceClaim.flatMap(claims::text);
    if (named.isEmpty()) {
      return workspace.orElseThrow(
          () -> new TokenRefused("it has no claim " + workspaceClaim.orElse("")));
    }
    try {
      return new WorkspaceId(named.get());
    } catch (ParleyException unusable) {
      throw new TokenRefused("its workspace is no name of one: " + unusable.getMessage());
    }
  }

  private Role highestRole(Claims claims) {
    List<String> said = roleClaim.map(claims::texts).orElse(List.of());
    return Arrays.stream(Role.values())
        .filter(known -> said.contains(known.wireName()))
        .max(Comparator.naturalOrder())
        .orElse(role);
  }

  /** Returns the scopes of a token, as far as its role has them. */
  private Set<Scope> scopesOf(Claims claims, Role highest) {
    List<String> words = scopeWords(claims);
    Set<Scope> named = EnumSet.noneOf(Scope.class);
    for (Scope scope : Scope.values()) {
      if (words.contains(scope.wireName())) {
        named.add(scope);
      }
    }
    Set<Scope> given = named.isEmpty() ? scopes.orElseGet(highest::scopes) : named;
    return Scope.withIncluded(given.stream().filter(highest.scopes()::contains).toList());
  }

  /** Recognizes a token that a program got for itself, and not for a person who logged in. */
  private static CredentialKind kind(Claims claims) {
    Optional<String> subject = claims.text(SUBJECT);
    boolean isProgram =
        subject.equals(claims.text("client_id"))
            || subject.equals(claims.text("azp"))
            || claims.text("idtyp").filter("app"::equals).isPresent()
            || claims
                .text(DEFAULT_NAME)
                .filter(user -> user.startsWith("service-account-"))
                .isPresent();
    return isProgram ? CredentialKind.AGENT : CredentialKind.PERSON;
  }
}
