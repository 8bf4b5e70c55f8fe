package dev.parley.war.login;

import dev.parley.credential.CredentialKind;
import dev.parley.credential.Scope;
import dev.parley.id.Nickname;
import dev.parley.problem.NotPermitted;
import dev.parley.problem.ParleyException;
import dev.parley.war.grant.Grant;
import java.util.List;

/** The conditions of the page on those who log in, each refused with {@code permission_denied}. */
final class LoginConditions {
  private LoginConditions() {}

  /** Returns the rights that a token of this server gives, if they open the page. */
  static Grant checked(Grant grant) {
    if (grant.expiresAt().isPresent()) {
      throw new ParleyException(
          new NotPermitted("the page takes no access token; log in with a token of this server"));
    }
    checkPerson(grant);
    return grant;
  }

  /** Refuses programs, and those without the right to the page. */
  static void checkPerson(Grant grant) {
    grant.check(List.of(Scope.WATCH));
    if (grant.kind() == CredentialKind.AGENT || grant.kind() == CredentialKind.NODE) {
      throw new ParleyException(
          new NotPermitted("the page is for people, and this is the credential of a program"));
    }
  }

  /** Refuses a name that an issuer gives and the page does not take. */
  static void checkName(Grant grant) {
    String name = grant.names().value();
    try {
      Nickname unused = Nickname.of(name);
    } catch (ParleyException unusable) {
      throw new ParleyException(
          new NotPermitted(
              "the page takes names of at most 32 letters, digits, underscores and hyphens, and"
                  + " yours is "
                  + name));
    }
  }
}
