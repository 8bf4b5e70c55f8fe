package dev.parley.war.oidc;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import java.text.ParseException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Date;
import java.util.Set;

/**
 * Checks signature, issuer, audience and times of access tokens or of ID tokens. The algorithms are
 * asymmetric ones alone, so that nobody can sign with what everybody can read.
 */
final class TokenVerifier {
  /** The difference between the clocks of issuer and server that is passed over. */
  static final Duration SKEW = Duration.ofSeconds(60);

  private static final Set<JWSAlgorithm> ALGORITHMS =
      Set.of(JWSAlgorithm.RS256, JWSAlgorithm.PS256, JWSAlgorithm.ES256);

  /** The type that RFC 9068 has, the one most issuers say, and none. */
  private static final DefaultJOSEObjectTypeVerifier<SecurityContext> ACCESS_TYPES =
      new DefaultJOSEObjectTypeVerifier<>(new JOSEObjectType("at+jwt"), JOSEObjectType.JWT, null);

  /** Without the type of access tokens, so that none passes as an ID token. */
  private static final DefaultJOSEObjectTypeVerifier<SecurityContext> ID_TYPES =
      new DefaultJOSEObjectTypeVerifier<>(JOSEObjectType.JWT, null);

  private final DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();

  /**
   * Returns the verifier of the access tokens of one issuer.
   *
   * @param issuer the issuer as tokens name it
   * @param audience the audience a token has to be for, among others
   */
  static TokenVerifier ofAccessTokens(
      JWKSource<SecurityContext> keys, String issuer, String audience, InstantSource clock) {
    return new TokenVerifier(keys, issuer, audience, ACCESS_TYPES, clock);
  }

  /**
   * Returns the verifier of the ID tokens of one issuer.
   *
   * @param client the id that the issuer knows this server by, the audience of its ID tokens
   */
  static TokenVerifier ofIdTokens(
      JWKSource<SecurityContext> keys, String issuer, String client, InstantSource clock) {
    return new TokenVerifier(keys, issuer, client, ID_TYPES, clock);
  }

  private TokenVerifier(
      JWKSource<SecurityContext> keys,
      String issuer,
      String audience,
      DefaultJOSEObjectTypeVerifier<SecurityContext> types,
      InstantSource clock) {
    DefaultJWTClaimsVerifier<SecurityContext> claims =
        new DefaultJWTClaimsVerifier<>(
            Set.of(audience),
            new JWTClaimsSet.Builder().issuer(issuer).build(),
            Set.of("sub", "exp"),
            Set.of()) {
          @Override
          protected Date currentTime() {
            return Date.from(clock.instant());
          }
        };
    claims.setMaxClockSkew((int) SKEW.toSeconds());
    processor.setJWSTypeVerifier(types);
    processor.setJWSKeySelector(new JWSVerificationKeySelector<>(ALGORITHMS, keys));
    processor.setJWTClaimsSetVerifier(claims);
  }

  /** Returns the claims of a good token. */
  JWTClaimsSet verify(String token) throws TokenRefused {
    JWTClaimsSet claims;
    try {
      claims = processor.process(token, null);
    } catch (ParseException noToken) {
      throw new TokenRefused("it is no JWT");
    } catch (BadJOSEException | JOSEException bad) {
      throw new TokenRefused(String.valueOf(bad.getMessage()));
    }
    if (claims.getClaim("cnf") != null) {
      throw new TokenRefused("it is bound to a key of its holder, which is not checked here");
    }
    return claims;
  }
}
