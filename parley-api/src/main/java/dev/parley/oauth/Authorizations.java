package dev.parley.oauth;

import dev.parley.credential.Credential;
import dev.parley.credential.CredentialDraft;
import dev.parley.credential.Scope;
import dev.parley.id.CredentialId;
import dev.parley.problem.ParleyException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The rights that people give to clients. What a person allows is a credential of its own: it is
 * listed, changed and revoked as any other one, and its end ends all tokens of it. Secrets are
 * stored as hashes. All nodes over the same storage share them. All methods may be called from any
 * thread, and throw {@code unavailable} where the storage cannot be reached.
 */
public interface Authorizations {
  /** The maximum number of clients that one person allows something at a time. */
  int MAX_GRANTS_EACH = 100;

  /** The maximum number of questions that one login has open; the oldest one goes. */
  int MAX_QUESTIONS_EACH = 20;

  /** Returns the clients that registered themselves. */
  OAuthClients clients();

  /**
   * Begins to ask a person about a request.
   *
   * @return the ticket of the question, which is good once, for ten minutes
   */
  String ask(ConsentRequest request, ConsentingPerson person);

  /**
   * Returns the request that a person is asked about. The ticket of another login is used up.
   *
   * @return empty for a ticket that is wrong, old, used, or of another login
   */
  Optional<ConsentRequest> asked(String ticket, ConsentingPerson person);

  /**
   * Notes that a person allows what was asked. The ticket is used up.
   *
   * @param allowed the properties of the credential that the client is to have
   * @return the code for the client, which is good once, for a minute; empty for a ticket that
   *     {@link #asked} does not know
   * @throws ParleyException {@code limit_reached} past {@value #MAX_GRANTS_EACH} clients
   */
  Optional<String> allow(String ticket, ConsentingPerson person, CredentialDraft allowed);

  /**
   * Notes that a person refuses what was asked. The ticket is used up.
   *
   * @return the request; empty for a ticket that {@link #asked} does not know
   */
  Optional<ConsentRequest> refuse(String ticket, ConsentingPerson person);

  /**
   * Exchanges a code for tokens. Each try uses the code up; a second one ends what came of the
   * first.
   *
   * @return empty for a code that is wrong, old or used, or a proof that does not fit
   * @throws ParleyException {@code limit_reached} past the maximum number of credentials
   */
  Optional<IssuedTokens> exchange(String code, CodeProof proof, TokenLifetimes lifetimes);

  /**
   * Exchanges a refresh token for new tokens. The earlier access token is refused from now on. The
   * earlier refresh token is good for 30 s more, for a client that lost the answer. After them it
   * ends all rights of the client, as one of the two who have it stole it.
   *
   * @param scopes the things the access token is to be used for; empty for all that were allowed
   * @return empty for a token that is wrong, old or used, or of another client
   * @throws ParleyException {@code invalid_argument} for scopes that were not allowed; the token
   *     stays good; {@code unavailable} where many use the same tokens at the same moment
   */
  Optional<IssuedTokens> refresh(
      String token, String client, Optional<Set<Scope>> scopes, TokenLifetimes lifetimes);

  /**
   * Returns the rights that an access token gives now, and records its use. A token that another
   * node replaced is refused within 2 s, and one whose credential is revoked too.
   *
   * @param address the network address of its holder
   * @return empty for one that is wrong, old, replaced or revoked
   */
  Optional<TokenAccess> access(String token, String address);

  /**
   * Ends all rights of a client by one of its tokens.
   *
   * @return the credential, which is revoked; empty for a token that is wrong, old, or of another
   *     client
   */
  Optional<Credential> revoke(String token, String client);

  /**
   * Returns what a person allows clients now, in the order of the ids of the credentials; at most
   * {@value #MAX_GRANTS_EACH}.
   */
  List<Consent> consents(String person);

  /**
   * Ends what a person allowed a client.
   *
   * @param consent the id of the credential
   * @return the credential, which is revoked; empty where the person allows no such thing now
   */
  Optional<Credential> end(CredentialId consent, String person);
}
