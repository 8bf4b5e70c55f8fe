package dev.parley.war.oidc;

import com.nimbusds.jwt.JWTClaimsSet;
import dev.parley.engine.id.Sha256;
import dev.parley.problem.ParleyException;
import dev.parley.trust.TrustedAuthorities;
import dev.parley.war.grant.Grant;
import dev.parley.war.http.LogLimiter;
import dev.parley.war.settings.Settings;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.Optional;

/**
 * The access tokens of an OpenID Connect issuer, and the rights they give. For any thread.
 *
 * <p>A holder is named by issuer and subject: each token of the same subject belongs to the same
 * sessions. Why a token is refused is logged, once a minute at most, and not answered.
 */
public final class AccessTokens {
  /** The length of the longest token that is looked at, in characters. */
  static final int MAX_LENGTH = 8_192;

  private static final System.Logger LOG = System.getLogger(AccessTokens.class.getName());
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final Duration PATIENCE = Duration.ofSeconds(3);
  private static final String PREFIX = "oidc-";
  private static final int ID_BYTES = 16;

  private final OidcSettings settings;
  private final IssuerDocument document;
  private final TokenVerifier verifier;
  private final Optional<IssuerLogin> login;
  private final InstantSource clock;
  private final VerifiedTokens verified = new VerifiedTokens();
  private final LogLimiter lines = new LogLimiter();

  private AccessTokens(
      OidcSettings settings,
      IssuerDocument document,
      TokenVerifier verifier,
      Optional<IssuerLogin> login,
      InstantSource clock) {
    this.settings = settings;
    this.document = document;
    this.verifier = verifier;
    this.login = login;
    this.clock = clock;
  }

  /**
   * Returns the tokens of the issuer of a deployment, whose document and keys are read now; empty
   * where the settings name no issuer.
   *
   * @param trusted the authorities of the issuer's certificate
   * @throws IllegalArgumentException where the settings cannot be followed, or the issuer does not
   *     answer as it has to; its message is for the deployer
   */
  public static Optional<AccessTokens> of(Settings settings, TrustedAuthorities trusted) {
    return OidcSettings.of(settings)
        .map(known -> read(known, new LimitedFetch(trusted, TIMEOUT), InstantSource.system()));
  }

  /**
   * Checks the settings, without a question to the issuer.
   *
   * @throws IllegalArgumentException where they cannot be followed; its message is for the deployer
   */
  public static void check(Settings settings) {
    var unused = OidcSettings.of(settings);
  }

  static AccessTokens read(OidcSettings settings, LimitedFetch fetch, InstantSource clock) {
    IssuerDocument document = IssuerDocument.read(settings, fetch);
    IssuerKeys keys = new IssuerKeys(document.keys(), fetch, System::nanoTime, PATIENCE);
    return new AccessTokens(
        settings,
        document,
        TokenVerifier.ofAccessTokens(keys, document.issuer(), settings.audience(), clock),
        settings.login().map(own -> IssuerLogin.of(settings, own, document, keys, fetch, clock)),
        clock);
  }

  /** Returns the login at the page by the same issuer; empty where it is not configured. */
  public Optional<IssuerLogin> login() {
    return login;
  }

  /**
   * Returns the rights that a token gives; empty for one that is not good.
   *
   * @throws ParleyException {@code permission_denied} for a good one that lacks the scope which the
   *     server asks of all
   */
  public Optional<Grant> grant(String token) {
    if (token.length() > MAX_LENGTH || token.indexOf('.') < 0) {
      return Optional.empty();
    }
    Instant now = clock.instant();
    Optional<Grant> known = verified.find(token, now);
    if (known.isPresent()) {
      return known;
    }
    try {
      Grant grant = checked(token);
      verified.note(token, grant, now, grant.expiresAt().orElseThrow());
      return Optional.of(grant);
    } catch (TokenRefused refused) {
      String reason = String.valueOf(refused.getMessage());
      lines.log(
          LOG,
          System.Logger.Level.WARNING,
          "token",
          "An access token was refused: " + reason + ".");
      return Optional.empty();
    }
  }

  private Grant checked(String token) throws TokenRefused {
    JWTClaimsSet good = verifier.verify(token);
    Claims claims = new Claims(good.getClaims());
    Instant end = good.getExpirationTime().toInstant().plus(TokenVerifier.SKEW);
    Grant grant =
        settings.mapping().grant(claims, credential(document.issuer(), good.getSubject()), end);
    settings.conditions().check(claims);
    return grant;
  }

  /** Names the holder without revealing more than that it is the same. */
  static String credential(String issuer, String subject) {
    byte[] hash = Sha256.of(issuer + "\n" + subject);
    return PREFIX
        + Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(hash, ID_BYTES));
  }

  /**
   * Returns the description by which clients find the issuer.
   *
   * @param endpoints the paths of the MCP endpoints below the context
   */
  public ResourceMetadata metadata(Collection<String> endpoints) {
    return new ResourceMetadata(
        document.issuer(), settings.audience(), settings.conditions().scope(), endpoints);
  }
}
