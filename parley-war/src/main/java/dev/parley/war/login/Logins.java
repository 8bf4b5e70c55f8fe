package dev.parley.war.login;

import dev.parley.Parley;
import dev.parley.agent.Connection;
import dev.parley.id.AgentId;
import dev.parley.id.Nickname;
import dev.parley.id.WorkspaceId;
import dev.parley.problem.LimitReached;
import dev.parley.problem.ParleyException;
import dev.parley.war.auth.FailedLoginLimiter;
import dev.parley.war.auth.TokenPolicy;
import dev.parley.war.wire.HttpProblemException;
import dev.parley.war.wire.ProblemDetail;
import jakarta.servlet.ServletContext;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** The people who have the page open, by what their browsers keep. */
public final class Logins {
  private static final String ATTRIBUTE = Logins.class.getName();
  private static final Duration MAX_DURATION = Duration.ofDays(30);
  private static final Duration IDLE = Duration.ofMinutes(10);
  private static final int MAX_COUNT = 1_000;
  private static final byte[] NO_TOKEN = new byte[0];

  private final TokenPolicy access;
  private final Supplier<Parley> parley;
  private final Supplier<Connection> observer;
  private final People people;

  /**
   * The keys of cookies. They do not outlive a start where no token is needed: a browser then just
   * says again who it is.
   */
  private final LoginFiles files;

  private final Map<String, Login> open = new ConcurrentHashMap<>();
  private final FailedLoginLimiter throttle;

  /**
   * Logins of nobody yet.
   *
   * @param access the tokens that are good
   * @param observer a connection that sees every room
   * @param people takes the names people come under
   * @param throttle slows those who try tokens
   * @param files the keys of cookies
   */
  public Logins(
      TokenPolicy access,
      Supplier<Parley> parley,
      Supplier<Connection> observer,
      People people,
      FailedLoginLimiter throttle,
      LoginFiles files) {
    this.throttle = throttle;
    this.access = access;
    this.parley = parley;
    this.observer = observer;
    this.people = people;
    this.files = access.isOpen() ? LoginFiles.inMemory() : files;
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
   * @return empty where a token is needed and {@code token} is none
   * @throws HttpProblemException 429 where too many wrong ones came from there
   */
  public Optional<Begun> begin(Optional<String> token, String address, Nickname name) {
    return secret(token, address)
        .map(
            key -> {
              LoginCookie cookie = LoginCookie.begin(name, Instant.now().plus(MAX_DURATION));
              return new Begun(login(cookie), cookie.signed(key), MAX_DURATION);
            });
  }

  private Optional<byte[]> secret(Optional<String> token, String address) {
    if (access.isOpen()) {
      return Optional.of(files.key(NO_TOKEN));
    }
    Optional<byte[]> hash = token.flatMap(access::hashOf);
    if (hash.isEmpty() && token.filter(given -> !given.isEmpty()).isPresent()) {
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
    return hash.map(files::key);
  }

  /** Returns the login of {@code cookie}. */
  Optional<Login> of(String cookie) {
    return secrets().stream()
        .flatMap(secret -> LoginCookie.in(cookie, secret, Instant.now()).stream())
        .findFirst()
        .filter(said -> !files.isWithdrawn(said.id()))
        .map(this::login);
  }

  private List<byte[]> secrets() {
    List<byte[]> hashes = access.isOpen() ? List.of(NO_TOKEN) : access.hashes();
    return hashes.stream().map(files::key).toList();
  }

  private Login login(LoginCookie cookie) {
    Login known = open.get(cookie.id());
    if (known != null) {
      return known;
    }
    if (open.size() >= MAX_COUNT) {
      throw new ParleyException(new LimitReached("people at the page", MAX_COUNT));
    }
    people.note(new AgentId(cookie.name().value()));
    return open.computeIfAbsent(
        cookie.id(), id -> new Login(cookie.name(), WorkspaceId.DEFAULT, parley, observer));
  }

  /** Ends the login of {@code cookie}; the cookie is worth nothing from here on. */
  public void end(String cookie) {
    for (byte[] secret : secrets()) {
      LoginCookie.in(cookie, secret, Instant.now())
          .ifPresent(
              said -> {
                files.withdraw(said.id(), said.until());
                Login ended = open.remove(said.id());
                if (ended != null) {
                  ended.close();
                }
              });
    }
  }

  /** Closes the logins nobody has used for a while. Their cookies stay good. */
  public void expire() {
    open.values()
        .removeIf(
            login -> {
              boolean isIdle = login.idleNanos() > IDLE.toNanos();
              if (isIdle) {
                login.close();
              }
              return isIdle;
            });
  }

  /** Ends every connection of a person. Their cookies stay good. */
  public void close() {
    open.values().forEach(Login::close);
    open.clear();
  }
}
