package dev.parley.engine.oauth;

import dev.parley.credential.CredentialDraft;
import dev.parley.oauth.ConsentRequest;
import java.util.Optional;

/**
 * A request of a client as its row has it.
 *
 * @param id its id
 * @param secretHash the hash of the ticket or the code
 * @param stage its stage
 * @param login the login that is asked
 * @param person the name of the person
 * @param request the request
 * @param allowed what the person allowed; empty before
 * @param expiresAt the end of this stage, in milliseconds since 1970
 */
record StoredRequest(
    String id,
    String secretHash,
    Stage stage,
    String login,
    String person,
    ConsentRequest request,
    Optional<CredentialDraft> allowed,
    long expiresAt) {
  /** The stages of a request, each after the one before. */
  enum Stage {
    /** A person is asked. */
    ASKED,
    /** The person allowed it, and the client has a code. */
    ALLOWED,
    /** The code was shown. */
    USED
  }
}
