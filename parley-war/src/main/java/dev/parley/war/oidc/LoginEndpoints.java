package dev.parley.war.oidc;

import java.net.URI;
import java.util.List;
import java.util.Optional;

/**
 * The places and abilities of an issuer that a login needs.
 *
 * @param authorization the address where people log in
 * @param token the address that codes are exchanged at
 * @param endSession the address where people log out of the issuer; empty where it has none
 * @param takesBasic true if the secret of a client goes into a header, false if into the form
 * @param saysIssuer true if each of its answers names it (RFC 9207)
 */
record LoginEndpoints(
    URI authorization,
    URI token,
    Optional<URI> endSession,
    boolean takesBasic,
    boolean saysIssuer) {
  private static final String METHODS = "token_endpoint_auth_methods_supported";
  private static final String BASIC = "client_secret_basic";
  private static final String POST = "client_secret_post";
  private static final String CHALLENGES = "code_challenge_methods_supported";
  private static final String SAYS_ISSUER = "authorization_response_iss_parameter_supported";

  /**
   * Reads them from the document of an issuer.
   *
   * @throws IllegalArgumentException where they are of no use; its message is for the deployer
   */
  static LoginEndpoints of(IssuerDocument document, LoginSettings settings) {
    Claims said = document.said();
    List<String> challenges = said.texts(CHALLENGES);
    if (said.has(CHALLENGES) && !challenges.contains("S256")) {
      throw refusal("the issuer takes no code challenge S256");
    }
    boolean takesBasic = !said.has(METHODS) || said.texts(METHODS).contains(BASIC);
    if (settings.secret().isPresent() && !takesBasic && !said.texts(METHODS).contains(POST)) {
      throw refusal("the issuer takes a secret neither by " + BASIC + " nor by " + POST);
    }
    return new LoginEndpoints(
        required(said, "authorization_endpoint"),
        required(said, "token_endpoint"),
        said.text("end_session_endpoint").map(LoginEndpoints::endpoint),
        takesBasic,
        Boolean.TRUE.equals(said.values().get(SAYS_ISSUER)));
  }

  private static URI required(Claims said, String name) {
    return said.text(name)
        .map(LoginEndpoints::endpoint)
        .orElseThrow(() -> refusal("the document of the issuer has no " + name));
  }

  private static URI endpoint(String text) {
    return OidcSettings.endpoint("oidc-issuer", text);
  }

  private static IllegalArgumentException refusal(String sentence) {
    return OidcSettings.refusal(LoginSettings.CLIENT, "is of no use: " + sentence);
  }
}
