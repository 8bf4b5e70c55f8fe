package dev.parley.oauth;

import dev.parley.credential.Scope;
import dev.parley.problem.TextLimits;
import java.util.Optional;
import java.util.Set;

/**
 * A request of a client, which a person is asked about.
 *
 * @param client the id of the client
 * @param clientName the name it gives itself
 * @param redirectUri the address the browser is sent back to
 * @param state the text the client wants back with it, at most {@value #MAX_STATE} characters
 * @param scopes the things it wants to be used for
 * @param challenge the S256 challenge of the client (RFC 7636)
 * @param resource the address of the resource it wants to use, at most {@value #MAX_RESOURCE}
 *     characters
 */
public record ConsentRequest(
    String client,
    String clientName,
    String redirectUri,
    Optional<String> state,
    Set<Scope> scopes,
    String challenge,
    String resource) {
  /** The maximum length of a state. */
  public static final int MAX_STATE = 1_024;

  /** The maximum length of a resource. */
  public static final int MAX_RESOURCE = 512;

  private static final int MAX_CHALLENGE = 64;

  /** Checks the limits; refused with {@code invalid_argument}. */
  public ConsentRequest {
    TextLimits.text("client_id", client, OAuthClient.MAX_ID);
    TextLimits.text("client_name", clientName, OAuthClient.MAX_NAME);
    TextLimits.text("redirect_uri", redirectUri, OAuthClient.MAX_URI);
    state.ifPresent(text -> TextLimits.text("state", text, MAX_STATE));
    TextLimits.text("code_challenge", challenge, MAX_CHALLENGE);
    TextLimits.text("resource", resource, MAX_RESOURCE);
    scopes = Set.copyOf(scopes);
  }
}
