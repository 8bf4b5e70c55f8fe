package dev.parley.war.login;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.Parley;
import dev.parley.agent.Connection;
import dev.parley.credential.Credential;
import dev.parley.credential.CredentialListener;
import dev.parley.id.AgentId;
import dev.parley.id.CredentialId;
import dev.parley.id.Nickname;
import dev.parley.id.WorkspaceId;
import dev.parley.problem.ParleyException;
import dev.parley.war.auth.Authenticator;
import dev.parley.war.auth.FailedLoginLimiter;
import dev.parley.war.grant.Grant;
import dev.parley.war.login.IssuerLoginCookies.Issued;
import dev.parley.war.wire.HttpProblemException;
import dev.parley.war.wire.ProblemDetail;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** The people who have the page open, by what their browsers keep. */
public final class Logins implements CredentialListener {
  private static final String ATTRIBUTE = Logins.class.getName();
  private static final Duration MAX_DURATION = Duration.ofDays(30);
  private static final Duration IDLE = Duration.ofMinutes(10);

  /** The name of every configured token in the rights of a login. */
  private static final String CONFIGURED = "configured-token";

  private static final byte[] NO_TOKEN = new byte[0];

  private final Authenticator access;

  /**
   * The keys of cookies. They do not outlive a start where no token is needed: a browser then just
   * says again who it is.
   */
  private final LoginFiles files;

  private final IssuerLoginCookies issued;
  private final PendingLogins pending;
  private final OpenLogins open;
  private final FailedLoginLimiter throttle;

  /**
   * Logins of nobody yet.
   *
   * @param access finds the rights that a token gives
   * @param observers returns a connection that sees every room of a workspace
   * @param people takes the names people come under
   * @param throttle slows those who try tokens
   * @param files the keys of cookies
   * @param rules the rules by which an issuer's people are let in; empty where they are not
   */
  public Logins(
      Authenticator access,
      Supplier<Parley> parley,
      Function<WorkspaceId, Connection> observers,
      People people,
      FailedLoginLimiter throttle,
      LoginFiles files,
      Optional<String> rules) {
    this.throttle = throttle;
    this.access = access;
    this.open = new OpenLogins(parley, observers, people);
    this.files = access.tokens().isOpen() ? LoginFiles.inMemory() : files;
    this.issued = new IssuerLoginCookies(this.files, rules);
    this.pending = new PendingLogins(this.files, InstantSource.system());
  }

  /** Returns those of a deployment. */
  public static Logins of(ServletContext context) {
    return (Logins)
        Objects.requireNonNull(context.getAttribute(ATTRIBUTE), "this deployment has no page");
  }

  /** Makes these the logins of a deployment. */
  public void publish(ServletContext context) {
    context.setAttribute(ATTRIBUTE, this);
  }

  /** Returns whether a token is needed to log in. */
  public boolean needsToken() {
    return !access.isOpen();
  }

  /** A login that began, with the cookie its browser is to keep. */
  public record Begun(Login login, String cookie, Duration longest) {}

  /**
   * Begins a login.
   *
   * @param address where it is asked for
   * @param asked the name the person gives
   * @param usual the name of a person who gives none and whose credential has none
   * @param workspace the workspace the person asks for; empty for the one of the credential, else
   *     the default one
   * @return empty where a token is needed and {@code token} is none
   * @throws HttpProblemException 429 where too many wrong ones came from there
   * @throws ParleyException {@code permission_denied} for a credential that is not a person's, of
   *     another workspace, or for another name
   */
  public Optional<Begun> begin(
      Optional<String> token,
      String address,
      Optional<Nickname> asked,
      Nickname usual,
      Optional<WorkspaceId> workspace) {
    Optional<Grant> grant = grant(token, address).map(LoginConditions::checked);
    return grant.map(
        rights -> {
          workspace.ifPresent(rights::checkWorkspace);
          Nickname name =
              asked
                  .or(() -> rights.names().usual().map(AgentId::value).map(Nickname::of))
                  .orElse(usual);
          rights.checkName(new AgentId(name.value()));
          Instant now = Instant.now();
          WorkspaceChoice choice =
              workspace
                  .filter(unused -> rights.workspace().isEmpty())
                  .map(asks -> WorkspaceChoice.NONE.then(asks, now.toEpochMilli()))
                  .orElse(WorkspaceChoice.NONE);
          LoginCookie cookie =
              LoginCookie.begin(name, rights.stored(), choice, now.plus(MAX_DURATION));
          byte[] key = key(token, rights);
          return new Begun(
              open.get(cookie.id(), name, rights, choice), cookie.signed(key), MAX_DURATION);
        });
  }

  /** Returns the logins that wait for the answer of an issuer. */
  public PendingLogins pending() {
    return pending;
  }

  /**
   * Begins the login of a person whom the issuer named.
   *
   * @param grant the rights of the person, with one name and the end of the login
   * @throws ParleyException {@code permission_denied} for a program, a person without the right to
   *     the page, or a name that the page does not take
   */
  public Begun begin(Grant grant) {
    LoginConditions.checkPerson(grant);
    Issued login = Issued.begin(grant);
    LoginConditions.checkName(grant);
    Duration longest = Duration.between(Instant.now(), login.until());
    return new Begun(
        open.get(login.id(), login.name(), grant, WorkspaceChoice.NONE),
        issued.signed(login),
        longest);
  }

  private Optional<Grant> grant(Optional<String> token, String address) {
    Optional<Grant> grant =
        token.filter(given -> !given.isEmpty()).flatMap(given -> access.grant(given, address));
    if (grant.isPresent() || access.isOpen()) {
      return grant.or(() -> Optional.of(Grant.OPEN));
    }
    if (token.filter(given -> !given.isEmpty()).isPresent()) {
      OptionalLong wait = throttle.wrong(address, "/api/login");
      if (wait.isPresent()) {
        throw new HttpProblemException(
            new ProblemDetail(
                429,
                "rate_limited",
                "Too many wrong tokens came from your address; wait, and try again.",
                Map.of("retryAfterMs", wait.getAsLong())));
      }
    }
    return Optional.empty();
  }

  private byte[] key(Optional<String> token, Grant grant) {
    Optional<CredentialId> stored = grant.stored();
    return stored.isPresent()
        ? key(stored.get())
        : files.key(token.flatMap(access.tokens()::hashOf).orElse(NO_TOKEN));
  }

  private byte[] key(CredentialId stored) {
    return files.key(("credential " + stored.value()).getBytes(UTF_8));
  }

  /**
   * Returns the login of a request by its cookies, and notes that it is used.
   *
   * @throws ParleyException {@code unavailable}
   */
  public Optional<Login> ofRequest(HttpServletRequest request) {
    Optional<Login> login =
        LoginCookie.sentWith(request).stream().flatMap(cookie -> of(cookie).stream()).findFirst();
    login.ifPresent(found -> found.attendTo(request));
    return login;
  }

  /** Returns the login of {@code cookie}, with the rights its credential has now. */
  Optional<Login> of(String cookie) {
    if (IssuerLoginCookies.isOne(cookie)) {
      return issued
          .in(cookie, Instant.now())
          .filter(said -> !files.isWithdrawn(said.id()))
          .map(said -> open.get(said.id(), said.name(), said.grant(), WorkspaceChoice.NONE));
    }
    return LoginCookie.credential(cookie).isPresent()
        ? ofStored(cookie, LoginCookie.credential(cookie).get())
        : secrets().stream()
            .flatMap(secret -> LoginCookie.in(cookie, secret, Instant.now()).stream())
            .findFirst()
            .filter(said -> !files.isWithdrawn(said.id()))
            .map(said -> open.get(said.id(), said.name(), ofToken(), said.choice()));
  }

  private Grant ofToken() {
    return access.isOpen() ? Grant.OPEN : Grant.ofConfiguredToken(CONFIGURED);
  }

  private Optional<Login> ofStored(String cookie, CredentialId stored) {
    return LoginCookie.in(cookie, key(stored), Instant.now())
        .filter(said -> !files.isWithdrawn(said.id()))
        .flatMap(
            said ->
                access
                    .credentials()
                    .current(stored)
                    .map(Grant::of)
                    .map(LoginConditions::checked)
                    .map(grant -> open.get(said.id(), said.name(), grant, WorkspaceChoice.NONE)));
  }

  private List<byte[]> secrets() {
    List<byte[]> hashes = access.isOpen() ? List.of(NO_TOKEN) : access.tokens().hashes();
    return hashes.stream().map(files::key).toList();
  }

  /**
   * Takes a login to another workspace, where the person has rights in every one.
   *
   * @param cookies the texts of the cookies that came with it
   * @return the login there, with the cookie that takes the place of the earlier one
   * @throws HttpProblemException 401 where its cookie is of no login any more
   * @throws ParleyException {@code permission_denied} for a person of one workspace; {@code
   *     limit_reached} where the server or the workspace is full, and then nothing has changed
   */
  public Begun move(Login from, Collection<String> cookies, WorkspaceId to) {
    from.grant().checkWorkspace(to);
    for (String cookie : cookies) {
      for (byte[] secret : secrets()) {
        Optional<LoginCookie> said =
            LoginCookie.in(cookie, secret, Instant.now())
                .filter(good -> !files.isWithdrawn(good.id()));
        if (said.isPresent()) {
          return move(said.get(), secret, to);
        }
      }
    }
    throw new HttpProblemException(ApiRequestFilter.unauthorized(this));
  }

  private Begun move(LoginCookie said, byte[] secret, WorkspaceId to) {
    WorkspaceChoice choice = open.move(said, ofToken(), to);
    if (files.isWithdrawn(said.id())) { // it was ended meanwhile
      open.end(said.id());
      throw new HttpProblemException(ApiRequestFilter.unauthorized(this));
    }
    return new Begun(
        open.get(said.id(), said.name(), ofToken(), choice),
        said.with(choice).signed(secret),
        Duration.between(Instant.now(), said.until()));
  }

  /** Ends the login of {@code cookie}; the cookie is worth nothing from here on. */
  public void end(String cookie) {
    issued.in(cookie, Instant.now()).ifPresent(said -> end(said.id(), said.until()));
    List<byte[]> secrets =
        LoginCookie.credential(cookie).map(this::key).map(List::of).orElseGet(this::secrets);
    for (byte[] secret : secrets) {
      LoginCookie.in(cookie, secret, Instant.now()).ifPresent(said -> end(said.id(), said.until()));
    }
  }

  private void end(String id, Instant until) {
    files.withdraw(id, until);
    open.end(id);
  }

  /**
   * Ends the logins of a credential that has changed, and those that needed none. Their pages open
   * their streams again if their cookies are good.
   */
  @Override
  public void changed(Credential credential) {
    String key = Grant.key(credential.id());
    end(own -> own.isEmpty() || own.get().equals(key));
  }

  @Override
  public void created(Credential credential) {
    end(Optional::isEmpty);
  }

  /** Ends the logins by what names their credential; it is empty where none was needed. */
  private void end(Predicate<Optional<String>> isEnded) {
    open.endIf(login -> isEnded.test(login.grant().credential()));
  }

  /**
   * Closes the logins nobody has used for a while, whose cookies stay good, and those whose right
   * to the page has ended: they were opened while it ended, or their time is over.
   */
  public void expire() {
    open.endIf(login -> login.idleNanos() > IDLE.toNanos() || !isAllowed(login.grant()));
  }

  private boolean isAllowed(Grant grant) {
    if (grant.expiresAt().filter(end -> !Instant.now().isBefore(end)).isPresent()) {
      return false;
    }
    try {
      Optional<CredentialId> stored = grant.stored();
      return stored.isPresent()
          ? access.credentials().current(stored.get()).isPresent()
          : grant.credential().isPresent() || access.isOpen();
    } catch (ParleyException storageIsAway) {
      return true; // the next call decides
    }
  }

  /** Ends every connection of a person. Their cookies stay good. */
  public void close() {
    open.close();
  }
}
