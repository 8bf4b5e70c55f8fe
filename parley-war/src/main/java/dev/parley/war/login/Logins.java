package dev.parley.war.login;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.Parley;
import dev.parley.agent.Connection;
import dev.parley.credential.Credential;
import dev.parley.credential.CredentialKind;
import dev.parley.credential.CredentialListener;
import dev.parley.credential.Scope;
import dev.parley.id.AgentId;
import dev.parley.id.CredentialId;
import dev.parley.id.Nickname;
import dev.parley.id.WorkspaceId;
import dev.parley.problem.LimitReached;
import dev.parley.problem.NotPermitted;
import dev.parley.problem.ParleyException;
import dev.parley.war.auth.Authenticator;
import dev.parley.war.auth.FailedLoginLimiter;
import dev.parley.war.grant.Grant;
import dev.parley.war.login.IssuedLogins.Issued;
import dev.parley.war.wire.HttpProblemException;
import dev.parley.war.wire.ProblemDetail;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** The people who have the page open, by what their browsers keep. */
public final class Logins implements CredentialListener {
  private static final String ATTRIBUTE = Logins.class.getName();
  private static final Duration MAX_DURATION = Duration.ofDays(30);
  private static final Duration IDLE = Duration.ofMinutes(10);
  private static final int MAX_COUNT = 1_000;

  /** The name of every configured token in the rights of a login. */
  private static final String CONFIGURED = "configured-token";

  private static final byte[] NO_TOKEN = new byte[0];

  private final Authenticator access;
  private final Supplier<Parley> parley;
  private final Function<WorkspaceId, Connection> observers;
  private final People people;

  /**
   * The keys of cookies. They do not outlive a start where no token is needed: a browser then just
   * says again who it is.
   */
  private final LoginFiles files;

  private final IssuedLogins issued;
  private final PendingLogins pending;
  private final Map<String, Login> open = new ConcurrentHashMap<>();
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
    this.parley = parley;
    this.observers = observers;
    this.people = people;
    this.files = access.tokens().isOpen() ? LoginFiles.inMemory() : files;
    this.issued = new IssuedLogins(this.files, rules);
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
   * @return empty where a token is needed and {@code token} is none
   * @throws HttpProblemException 429 where too many wrong ones came from there
   * @throws ParleyException {@code permission_denied} for a credential that is not a person's, of
   *     another workspace, or for another name
   */
  public Optional<Begun> begin(
      Optional<String> token, String address, Optional<Nickname> asked, Nickname usual) {
    Optional<Grant> grant = grant(token, address);
    grant.ifPresent(Logins::checkPage);
    return grant.map(
        rights -> {
          Nickname name =
              asked
                  .or(() -> rights.names().usual().map(AgentId::value).map(Nickname::of))
                  .orElse(usual);
          rights.checkName(new AgentId(name.value()));
          LoginCookie cookie =
              LoginCookie.begin(name, rights.stored(), Instant.now().plus(MAX_DURATION));
          byte[] key = key(token, rights);
          return new Begun(login(cookie.id(), name, rights), cookie.signed(key), MAX_DURATION);
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
    checkPerson(grant);
    Issued login = Issued.begin(grant);
    checkName(grant);
    Duration longest = Duration.between(Instant.now(), login.until());
    return new Begun(login(login.id(), login.name(), grant), issued.signed(login), longest);
  }

  private static void checkName(Grant grant) {
    String name = grant.names().value();
    try {
      Nickname unused = Nickname.of(name);
    } catch (ParleyException unusable) {
      throw new ParleyException(
          new NotPermitted(
              "the page takes names of at most 32 letters, digits, underscores and hyphens, and"
                  + " yours is "
                  + name));
    }
  }

  private Optional<Grant> grant(Optional<String> token, String address) {
    Optional<Grant> grant =
        token
            .filter(given -> !given.isEmpty())
            .flatMap(given -> access.grant(given, () -> address));
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

  /** Refuses those whose credential opens no page. */
  private static void checkPage(Grant grant) {
    if (grant.expiresAt().isPresent()) {
      throw new ParleyException(
          new NotPermitted("the page takes no access token; log in with a token of this server"));
    }
    checkPerson(grant);
  }

  private static void checkPerson(Grant grant) {
    grant.check(List.of(Scope.WATCH));
    if (grant.kind() == CredentialKind.AGENT || grant.kind() == CredentialKind.NODE) {
      throw new ParleyException(
          new NotPermitted("the page is for people, and this is the credential of a program"));
    }
  }

  private static Grant checkedPage(Grant grant) {
    checkPage(grant);
    return grant;
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
    if (IssuedLogins.isOne(cookie)) {
      return issued
          .in(cookie, Instant.now())
          .filter(said -> !files.isWithdrawn(said.id()))
          .map(said -> login(said.id(), said.name(), said.grant()));
    }
    return LoginCookie.credential(cookie).isPresent()
        ? ofStored(cookie, LoginCookie.credential(cookie).get())
        : secrets().stream()
            .flatMap(secret -> LoginCookie.in(cookie, secret, Instant.now()).stream())
            .findFirst()
            .filter(said -> !files.isWithdrawn(said.id()))
            .map(said -> login(said.id(), said.name(), ofToken()));
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
                    .map(Logins::checkedPage)
                    .map(grant -> login(said.id(), said.name(), grant)));
  }

  private List<byte[]> secrets() {
    List<byte[]> hashes = access.isOpen() ? List.of(NO_TOKEN) : access.tokens().hashes();
    return hashes.stream().map(files::key).toList();
  }

  private Login login(String id, Nickname name, Grant grant) {
    Login known = open.get(id);
    if (known != null) {
      known.grant(grant);
      return known;
    }
    if (open.size() >= MAX_COUNT) {
      throw new ParleyException(new LimitReached("people at the page", MAX_COUNT));
    }
    Login begun = open.computeIfAbsent(id, unused -> new Login(name, grant, parley, observers));
    people.note(begun.workspace(), new AgentId(name.value()));
    return begun;
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
    Login ended = open.remove(id);
    if (ended != null) {
      ended.close();
    }
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
    open.values()
        .removeIf(
            login -> {
              boolean ends = isEnded.test(login.grant().credential());
              if (ends) {
                login.close();
              }
              return ends;
            });
  }

  /**
   * Closes the logins nobody has used for a while, whose cookies stay good, and those whose right
   * to the page has ended: they were opened while it ended, or their time is over.
   */
  public void expire() {
    open.values()
        .removeIf(
            login -> {
              boolean ends = login.idleNanos() > IDLE.toNanos() || !isAllowed(login.grant());
              if (ends) {
                login.close();
              }
              return ends;
            });
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
    open.values().forEach(Login::close);
    open.clear();
  }
}
