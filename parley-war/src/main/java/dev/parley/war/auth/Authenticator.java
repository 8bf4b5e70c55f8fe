package dev.parley.war.auth;

import dev.parley.credential.Credential;
import dev.parley.credential.Credentials;
import dev.parley.problem.ParleyException;
import dev.parley.problem.RateLimited;
import dev.parley.war.grant.Grant;
import dev.parley.war.http.ForwardedHeaders;
import dev.parley.war.http.RequestGrant;
import dev.parley.war.wire.LookupTime;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds the rights of a caller: of a token that the deployer configured, of a stored credential, or
 * of an access token of the issuer that the deployer trusts.
 *
 * <p>A deployment is open, and needs none of them, where its deployer bound it to loopback,
 * configured no token and no issuer, and no credential was ever created. It is closed everywhere
 * else.
 */
public final class Authenticator {
  private static final String ATTRIBUTE = Authenticator.class.getName();
  private static final String SCHEME = "bearer ";
  private static final String STORED = "parley_";

  /** The base64url of the characters <code>{"</code>. */
  private static final String JSON_OBJECT = "eyJ";

  private final TokenPolicy tokens;
  private final Supplier<Credentials> stored;
  private final BiFunction<String, String, Optional<Grant>> issued;

  /**
   * Finds rights in a deployment that trusts no issuer of access tokens.
   *
   * @param tokens the configured tokens
   * @param stored returns the stored credentials, waiting for the storage to open; throws {@code
   *     unavailable}
   */
  public Authenticator(TokenPolicy tokens, Supplier<Credentials> stored) {
    this(tokens, stored, (token, address) -> Optional.empty());
  }

  /**
   * Finds rights in a deployment.
   *
   * @param issued returns the rights that an access token of an issuer gives, for a token and the
   *     network address of its holder; throws {@code permission_denied} for a good one that lacks
   *     the scope all need
   */
  public Authenticator(
      TokenPolicy tokens,
      Supplier<Credentials> stored,
      BiFunction<String, String, Optional<Grant>> issued) {
    this.tokens = tokens;
    this.stored = stored;
    this.issued = issued;
  }

  /** Returns the one of a deployment. */
  public static Authenticator of(ServletContext context) {
    return (Authenticator)
        Objects.requireNonNull(context.getAttribute(ATTRIBUTE), "this deployment was not started");
  }

  /** Makes this the one of a deployment. */
  public void publish(ServletContext context) {
    context.setAttribute(ATTRIBUTE, this);
  }

  /** The outcome of looking for the rights of a caller. */
  sealed interface Outcome {}

  /** The caller has rights. */
  record Granted(Grant grant) implements Outcome {}

  /** The caller shows no credential, and one is needed. */
  record Missing() implements Outcome {}

  /** The caller shows a credential that is none, or is none any more. */
  record Wrong() implements Outcome {}

  /**
   * Looks at an {@code Authorization} header.
   *
   * @param address the network address of the caller
   * @throws ParleyException {@code unavailable} where it cannot be decided without the storage;
   *     {@code permission_denied} for an access token that lacks the scope all need
   */
  Outcome authenticate(@Nullable String authorization, String address) {
    Optional<String> token = bearer(authorization);
    if (token.isPresent()) {
      Optional<Grant> grant = grant(token.get(), address);
      if (grant.isPresent()) {
        return new Granted(grant.get());
      }
    }
    if (isOpen()) {
      return new Granted(Grant.OPEN);
    }
    return token.isPresent() ? new Wrong() : new Missing();
  }

  /**
   * Returns true if an {@code Authorization} header has a configured token, or none is needed. A
   * stored credential does not count, so nobody can have the storage asked, or try tokens, here.
   *
   * @param isUp whether the storage can be asked
   */
  public boolean admits(@Nullable String authorization, boolean isUp) {
    boolean open = isUp ? isOpen() : tokens.isOpen();
    return open || bearer(authorization).flatMap(tokens::name).isPresent();
  }

  /**
   * Returns the rights that a token gives.
   *
   * @param address the network address of the caller
   * @throws ParleyException {@code unavailable} where it cannot be decided without the storage;
   *     {@code permission_denied} for an access token that lacks the scope all need
   */
  public Optional<Grant> grant(String token, String address) {
    if (token.startsWith(STORED)) {
      Optional<Credential> credential = credentials().authenticate(token, address);
      if (credential.isPresent()) {
        return Optional.of(Grant.of(credential.get()));
      }
    }
    // An issuer's token is looked for where it most likely is first: each place hashes all of it.
    boolean isSigned = isSigned(token);
    Optional<Grant> likely = isSigned ? issued.apply(token, address) : configured(token);
    if (likely.isPresent()) {
      return likely;
    }
    return isSigned ? configured(token) : issued.apply(token, address);
  }

  private Optional<Grant> configured(String token) {
    return tokens.name(token).map(Grant::ofConfiguredToken);
  }

  /** Returns true for a text that begins as a signed JWT does: with a JSON object in base64url. */
  private static boolean isSigned(String token) {
    return token.startsWith(JSON_OBJECT); // no look at all of it: each request asks
  }

  /**
   * Returns the rights of a request by its {@code Authorization} header, and notes them for it;
   * empty for a wrong token. Wrong tokens are counted as at every other path.
   *
   * @param door the path, as far as the log and the audit are to name it
   * @throws ParleyException {@code unavailable}; {@code permission_denied}; {@code rate_limited}
   *     past the wrong tokens of an address
   */
  public Optional<Grant> shownIn(HttpServletRequest request, String door) {
    String address = ForwardedHeaders.of(request.getServletContext()).of(request);
    Outcome found = authenticate(request.getHeader("Authorization"), address);
    if (found instanceof Granted granted) {
      RequestGrant.note(request, granted.grant(), address);
      return Optional.of(granted.grant());
    }
    LookupTime.await(request);
    OptionalLong wait = FailedLoginLimiter.of(request.getServletContext()).wrong(address, door);
    if (wait.isPresent()) {
      throw new ParleyException(new RateLimited(Duration.ofMillis(wait.getAsLong())));
    }
    return Optional.empty();
  }

  /**
   * Returns true if callers need no credential.
   *
   * @throws ParleyException {@code unavailable} where it cannot be decided without the storage
   */
  public boolean isOpen() {
    return tokens.isOpen() && !credentials().exist();
  }

  /** Returns the configured tokens. */
  public TokenPolicy tokens() {
    return tokens;
  }

  /**
   * Returns the stored credentials.
   *
   * @throws ParleyException {@code unavailable}
   */
  public Credentials credentials() {
    return stored.get();
  }

  private static Optional<String> bearer(@Nullable String authorization) {
    if (authorization == null
        || !authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      return Optional.empty();
    }
    String token = authorization.substring(SCHEME.length()).strip();
    return token.isEmpty() ? Optional.empty() : Optional.of(token);
  }
}
