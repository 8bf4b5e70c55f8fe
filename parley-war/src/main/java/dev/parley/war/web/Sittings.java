package dev.parley.war.web;

import dev.parley.Parley;
import dev.parley.ParleyException;
import dev.parley.WorkspaceId;
import dev.parley.problem.LimitReached;
import dev.parley.room.Nickname;
import dev.parley.war.auth.Access;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** The people who have the page open, by what their browsers keep. */
final class Sittings {
  private static final Duration LONGEST = Duration.ofDays(30);
  private static final Duration IDLE = Duration.ofMinutes(10);
  private static final int MOST = 1_000;
  private static final int SECRET_BYTES = 32;

  private final Access access;
  private final Supplier<Parley> parley;
  private final Feed feed;

  /** Where no token is needed there is none to sign with; a browser just says again who it is. */
  private final byte[] ofThisProcess = new byte[SECRET_BYTES];

  private final Map<String, Sitting> open = new ConcurrentHashMap<>();
  private final WrongTokens wrong;

  Sittings(Access access, Supplier<Parley> parley, Feed feed, Tries.Bound bound) {
    this.wrong = new WrongTokens(bound);
    this.access = access;
    this.parley = parley;
    this.feed = feed;
    new SecureRandom().nextBytes(ofThisProcess);
  }

  boolean needsToken() {
    return !access.isOpen();
  }

  /** What a browser is to keep. */
  record Begun(Sitting sitting, String cookie, Duration longest) {}

  /**
   * Begins a sitting.
   *
   * @param address where it is asked for
   * @return empty where a token is needed and {@code token} is none
   * @throws Refused 429 where too many wrong ones came from there
   */
  Optional<Begun> begin(Optional<String> token, String address, Nickname name) {
    Optional<byte[]> secret =
        access.isOpen()
            ? Optional.of(ofThisProcess)
            : token.flatMap(given -> wrong.look(address, () -> access.hashOf(given)));
    return secret.map(
        key -> {
          SittingCookie cookie = SittingCookie.begin(name, Instant.now().plus(LONGEST));
          return new Begun(sitting(cookie), cookie.signed(key), LONGEST);
        });
  }

  /** The sitting that {@code cookie} is of. */
  Optional<Sitting> of(String cookie) {
    return secrets().stream()
        .flatMap(secret -> SittingCookie.in(cookie, secret, Instant.now()).stream())
        .findFirst()
        .map(this::sitting);
  }

  private List<byte[]> secrets() {
    return access.isOpen() ? List.of(ofThisProcess) : access.hashes();
  }

  private Sitting sitting(SittingCookie cookie) {
    Sitting known = open.get(cookie.id());
    if (known != null) {
      return known;
    }
    if (open.size() >= MOST) {
      throw new ParleyException(new LimitReached("people at the page", MOST));
    }
    return open.computeIfAbsent(
        cookie.id(), id -> new Sitting(cookie.name(), WorkspaceId.DEFAULT, parley, feed));
  }

  /** Ends the one that {@code cookie} is of. */
  void end(String cookie) {
    for (byte[] secret : secrets()) {
      Optional<Sitting> ended =
          SittingCookie.in(cookie, secret, Instant.now())
              .map(SittingCookie::id)
              .flatMap(id -> Optional.ofNullable(open.remove(id)));
      ended.ifPresent(Sitting::close);
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
    open.values().forEach(Sitting::close);
    open.clear();
  }
}
