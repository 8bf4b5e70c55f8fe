package dev.parley.war.oidc;

import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;
import dev.parley.engine.id.Sha256;
import dev.parley.problem.ParleyException;
import dev.parley.war.grant.Grant;
import dev.parley.war.http.LogLimiter;
import dev.parley.war.oidc.LoginRefused.Reason;
import jakarta.servlet.ServletContext;
import java.io.IOException;
import java.net.URI;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/**
 * The login of people at the page by the issuer: the authorization code flow with PKCE. For any
 * thread.
 *
 * <p>It holds nothing between the beginning of a login and its answer, so any node of several can
 * take the answer. A person gets one sentence for every answer that is not good; the reason is
 * logged, once a minute at most.
 */
public final class IssuerLogin {
  /** The path where a login begins, below the context. */
  public static final String PATH = "/api/login/oidc";

  /** The path below {@link #PATH} that the issuer sends browsers back to. */
  public static final String CALLBACK = "/callback";

  /** The number of codes that are exchanged at once: each waits for the issuer. */
  static final int MAX_AT_ONCE = 16;

  private static final String ATTRIBUTE = IssuerLogin.class.getName();
  private static final System.Logger LOG = System.getLogger(IssuerLogin.class.getName());
  private static final int MAX_CODE_LENGTH = 4_096;

  private final OidcSettings settings;
  private final LoginSettings own;
  private final IssuerDocument document;
  private final LoginEndpoints endpoints;
  private final TokenEndpoint tokens;
  private final IdTokens ids;
  private final InstantSource clock;
  private final Semaphore exchanges = new Semaphore(MAX_AT_ONCE);
  private final LogLimiter lines = new LogLimiter();

  private IssuerLogin(
      OidcSettings settings,
      LoginSettings own,
      IssuerDocument document,
      LoginEndpoints endpoints,
      LimitedFetch fetch,
      IdTokens ids,
      InstantSource clock) {
    this.settings = settings;
    this.own = own;
    this.document = document;
    this.endpoints = endpoints;
    this.tokens = new TokenEndpoint(endpoints, own, fetch);
    this.ids = ids;
    this.clock = clock;
  }

  /**
   * Returns the login of a deployment.
   *
   * @throws IllegalArgumentException where the issuer cannot do it; its message is for the deployer
   */
  static IssuerLogin of(
      OidcSettings settings,
      LoginSettings own,
      IssuerDocument document,
      JWKSource<SecurityContext> keys,
      LimitedFetch fetch,
      InstantSource clock) {
    return new IssuerLogin(
        settings,
        own,
        document,
        LoginEndpoints.of(document, own),
        fetch,
        new IdTokens(keys, document.issuer(), own.client(), clock),
        clock);
  }

  /** Returns the one of a deployment; empty where it has none. */
  public static Optional<IssuerLogin> of(ServletContext context) {
    return Optional.ofNullable((IssuerLogin) context.getAttribute(ATTRIBUTE));
  }

  /** Makes this the one of a deployment. */
  public void publish(ServletContext context) {
    context.setAttribute(ATTRIBUTE, this);
  }

  /** Returns the name of the issuer as people know it. */
  public String label() {
    return own.label().orElseGet(() -> settings.issuer().getHost());
  }

  /** Returns the configured address of the page, without a slash at the end. */
  public Optional<String> page() {
    return own.page();
  }

  /** Returns the rules that a login was let in by. Those of other rules are worth nothing. */
  public String rules() {
    return own.rules();
  }

  /** Returns the address where people log out of the issuer; empty where it has none. */
  public Optional<String> endSession() {
    return endpoints
        .endSession()
        .map(address -> with(address, Map.of("client_id", own.client())).toString());
  }

  /** Returns the address at the issuer where the person of an attempt logs in. */
  public URI address(LoginAttempt attempt) {
    Map<String, String> query = new LinkedHashMap<>();
    query.put("response_type", "code");
    query.put("client_id", own.client());
    query.put("redirect_uri", attempt.redirect());
    query.put("scope", String.join(" ", own.scopes()));
    query.put("state", attempt.state());
    query.put("nonce", attempt.nonce());
    query.put("code_challenge", challenge(attempt.verifier()));
    query.put("code_challenge_method", "S256");
    return with(endpoints.authorization(), query);
  }

  private static URI with(URI address, Map<String, String> query) {
    String mark = address.getRawQuery() == null ? "?" : "&";
    return URI.create(address + mark + LimitedFetch.encoded(query));
  }

  private static String challenge(String verifier) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(Sha256.of(verifier));
  }

  /**
   * Returns the rights of the person whom the issuer names, with the end of the login.
   *
   * @param attempt the attempt that the answer belongs to, by its state
   */
  public Grant grant(LoginAttempt attempt, AuthorizationAnswer answer) throws LoginRefused {
    if (!exchanges.tryAcquire()) {
      throw new LoginRefused(
          Reason.BUSY, "Too many people log in at the same time. Wait a little, and begin again.");
    }
    try {
      return checked(attempt, answer);
    } catch (TokenRefused refused) {
      log("A login was refused: " + refused.getMessage() + ".");
      throw new LoginRefused(
          Reason.REFUSED,
          "This login is not good here. Begin again; if that does not help, ask the operator of"
              + " this server, whose log has the reason.");
    } catch (IOException away) {
      log("A login failed: " + endpoints.token() + ": " + away.getMessage() + ".");
      throw new LoginRefused(
          Reason.ISSUER_UNAVAILABLE,
          label() + " does not answer as it has to. Wait a little, and begin again.");
    } finally {
      exchanges.release();
    }
  }

  private Grant checked(LoginAttempt attempt, AuthorizationAnswer answer)
      throws TokenRefused, LoginRefused, IOException {
    boolean isOurs = answer.issuer().map(document.issuer()::equals).orElse(!endpoints.saysIssuer());
    if (!isOurs) {
      throw new TokenRefused("its answer is not of this issuer (iss)");
    }
    if (answer.error().isPresent()) {
      throw new LoginRefused(Reason.ISSUER_ERROR, error(answer));
    }
    String code =
        answer
            .code()
            .filter(text -> text.length() <= MAX_CODE_LENGTH)
            .orElseThrow(() -> new TokenRefused("its answer has no code"));
    Claims exchanged = tokens.exchange(code, attempt);
    String token =
        exchanged.text("id_token").orElseThrow(() -> new TokenRefused("it got no ID token"));
    return grant(
        ids.verified(token, attempt.nonce()),
        exchanged.text("scope").orElse(String.join(" ", own.scopes())));
  }

  /**
   * Maps claims to rights.
   *
   * @param scope the scopes that the issuer gave, which no ID token names
   */
  private Grant grant(Claims identity, String scope) throws TokenRefused {
    Map<String, Object> values = new HashMap<>(identity.values());
    values.put("scope", scope);
    Claims claims = new Claims(values);
    String subject = claims.text("sub").orElseThrow(() -> new TokenRefused("it has no subject"));
    Grant grant =
        settings
            .mapping()
            .grant(
                claims,
                AccessTokens.credential(document.issuer(), subject),
                clock.instant().plus(own.longest()).truncatedTo(ChronoUnit.SECONDS));
    try {
      settings.conditions().check(claims);
    } catch (ParleyException lacksScope) {
      throw new TokenRefused(String.valueOf(lacksScope.getMessage()));
    }
    return grant;
  }

  private String error(AuthorizationAnswer answer) {
    String text =
        answer.error().orElse("") + answer.description().map(said -> ": " + said).orElse("");
    return label() + " did not log you in: " + TokenRefused.onOneLine(text) + ".";
  }

  /** Returns the number of codes that may be exchanged besides those that are. */
  int free() {
    return exchanges.availablePermits();
  }

  private void log(String sentence) {
    lines.log(LOG, System.Logger.Level.WARNING, "login", sentence);
  }
}
