package dev.parley.war.oidc;

import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.InstantSource;

/** The ID tokens of an issuer for one client (OpenID Connect Core, 3.1.3.7). */
final class IdTokens {
  /** The length of the longest one that is looked at, in characters. */
  static final int MAX_LENGTH = 16_384;

  private static final String AUTHORIZED = "azp";

  private final TokenVerifier verifier;
  private final String client;

  /**
   * Checks the tokens of an issuer.
   *
   * @param issuer the issuer as tokens name it
   * @param client the id that the issuer knows this server by
   */
  IdTokens(JWKSource<SecurityContext> keys, String issuer, String client, InstantSource clock) {
    this.verifier = TokenVerifier.ofIdTokens(keys, issuer, client, clock);
    this.client = client;
  }

  /**
   * Returns the claims of a good token.
   *
   * @param nonce the one of the login that the token was asked for
   */
  Claims verified(String token, String nonce) throws TokenRefused {
    if (token.length() > MAX_LENGTH) {
      throw new TokenRefused("its ID token has more than " + MAX_LENGTH + " characters");
    }
    JWTClaimsSet good = verifier.verify(token);
    Claims claims = new Claims(good.getClaims());
    byte[] said = claims.text("nonce").orElse("").getBytes(StandardCharsets.UTF_8);
    if (!MessageDigest.isEqual(said, nonce.getBytes(StandardCharsets.UTF_8))) {
      throw new TokenRefused("its ID token was made for another login");
    }
    boolean isForUs =
        claims.has(AUTHORIZED)
            ? claims.text(AUTHORIZED).filter(client::equals).isPresent()
            : good.getAudience().size() == 1;
    if (!isForUs) {
      throw new TokenRefused("its ID token was given to another client");
    }
    return claims;
  }
}
