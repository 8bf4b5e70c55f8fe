package dev.parley.war.oidc;

import dev.parley.problem.NotPermitted;
import dev.parley.problem.ParleyException;
import java.util.Optional;
import java.util.Set;

/**
 * The conditions that a good token has to meet besides. Each that is set has to be met.
 *
 * @param scope the scope a token needs
 * @param subjects the subjects that are let in; without any, all are
 * @param role the role a token needs, a value of the claim of roles
 * @param roleClaim the path of that claim
 */
record TokenConditions(
    Optional<String> scope,
    Set<String> subjects,
    Optional<String> role,
    Optional<String> roleClaim) {
  /** Copies the subjects. */
  TokenConditions {
    subjects = Set.copyOf(subjects);
  }

  /**
   * Refuses a token that does not meet them. Those on the identity come first and look like any
   * other refusal to the caller, so that they do not reveal whom the server lets in.
   *
   * @throws ParleyException {@code permission_denied} where the scope alone is missing
   */
  void check(Claims claims) throws TokenRefused {
    String subject = claims.text("sub").orElse("");
    if (!subjects.isEmpty() && !subjects.contains(subject)) {
      throw new TokenRefused("its subject " + subject + " is none of --oidc-allowed-subjects");
    }
    if (role.isPresent() && !claims.texts(roleClaim.orElseThrow()).contains(role.get())) {
      throw new TokenRefused("it lacks the role " + role.get() + " of --oidc-required-role");
    }
    if (scope.isPresent() && !ClaimMapping.scopeWords(claims).contains(scope.get())) {
      throw new ParleyException(
          new NotPermitted("this access token lacks the scope " + scope.get()));
    }
  }
}
