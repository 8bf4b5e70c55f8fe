package dev.parley.war.web;

import dev.parley.Parley;
import dev.parley.id.Nickname;
import dev.parley.id.WorkspaceId;
import dev.parley.problem.LimitReached;
import dev.parley.problem.ParleyException;
import dev.parley.war.auth.LoginThrottle;
import dev.parley.war.auth.TokenPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** The people who have the page open, by what their browsers keep. */
final class Logins {
  private static final Duration MAX_DURATION = Duration.ofDays(30);
  private static final Duration IDLE = Duration.ofMinutes(10);
  private static final int MAX_COUNT = 1_000;
  private static final byte[] NO_TOKEN = new byte[0];

  private final TokenPolicy access;
  private final Supplier<Parley> parley;
  private final Feed feed;

  /** Where no token is needed a browser just says again who it is, so nothing outlives a start. */
  private final LoginFiles files;

  private final Map<String, Login> open = new ConcurrentHashMap<>();
  private final LoginThrottle throttle;

  Logins(
      TokenPolicy access,
      Supplier<Parley> parley,
      Feed feed,
      LoginThrottle throttle,
      LoginFiles files) {
    this.throttle = throttle;
    this.access = access;
    this.parley = parley;
    this.feed = feed;
    this.files = access.isOpen() ? LoginFiles.inMemory() : files;
  }

  boolean needsToken() {
    return !access.isOpen();
  }

  /** What a browser is to keep. */
  record Begun(Login sitting, String cookie, Duration longest) {}

  /**
   * Begins a sitting.
   *
   * @param address where it is asked for
   * @return empty where a token is needed and {@code token} is none
   * @throws HttpProblemException 429 where too many wrong ones came from there
   */
  Optional<Begun> begin(Optional<String> token, String address, Nickname name) {
    return secret(token, address)
        .map(
            key -> {
              LoginCookie cookie = LoginCookie.begin(name, Instant.now().plus(MAX_DURATION));
              return new Begun(sitting(cookie), cookie.signed(key), MAX_DURATION);
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

  /** The sitting that {@code cookie} is of. */
  Optional<Login> of(String cookie) {
    return secrets().stream()
        .flatMap(secret -> LoginCookie.in(cookie, secret, Instant.now()).stream())
        .findFirst()
        .filter(said -> !files.isWithdrawn(said.id()))
        .map(this::sitting);
  }

  private List<byte[]> secrets() {
    List<byte[]> hashes = access.isOpen() ? List.of(NO_TOKEN) : access.hashes();
    return hashes.stream().map(files::key).toList();
  }

  private Login sitting(LoginCookie cookie) {
    Login known = open.get(cookie.id());
    if (known != null) {
      return known;
    }
    if (open.size() >= MAX_COUNT) {
      throw new ParleyException(new LimitReached("people at the page", MAX_COUNT));
    }
    return open.computeIfAbsent(
        cookie.id(), id -> new Login(cookie.name(), WorkspaceId.DEFAULT, parley, feed));
  }

  /** Ends the one that {@code cookie} is of; the cookie is worth nothing from here on. */
  void end(String cookie) {
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

  /** Lets go of those nobody has used for a while. Their cookies stay good. */
  void expire() {
    open.values()
        .removeIf(
            sitting -> {
              boolean isIdle = sitting.idleNanos() > IDLE.toNanos();
              if (isIdle) {
                sitting.close();
              }
              return isIdle;
            });
  }

  void close() {
    open.values().forEach(Login::close);
    open.clear();
  }
}
