package dev.parley.war.login;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.engine.concurrent.BoundedMap;
import dev.parley.war.oidc.LoginAttempt;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The logins that wait for the answer of an issuer. A browser keeps the one it began in a cookie,
 * so that nothing is held here for it, and any node with the same secret takes the answer.
 *
 * <p>The cookie has a random id, an end and a sum over both. State, nonce and verifier are keyed
 * digests of the id and are in no cookie. All ports of a host and its proxies see a cookie, and
 * could exchange a stolen code with a verifier they can read. Nor does the state, which stands in
 * the address of the answer, reveal the id that has to come with it.
 *
 * <p>An attempt is taken once. The ones taken last are known up to a bound; past it, and at another
 * node, the issuer refuses the code, which is good once. For any thread.
 */
public final class PendingLogins {
  /** The time a person has to log in at the issuer. */
  public static final Duration MAX_AGE = Duration.ofMinutes(10);

  /** The number of attempts that are known to be taken. */
  static final int MAX_TAKEN = 10_000;

  private static final Pattern FORM =
      Pattern.compile("([A-Za-z0-9_-]{43})\\.([0-9]{1,12})\\.([A-Za-z0-9_-]{43})");
  private static final int ID_BYTES = 32;
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();
  private static final byte[] PURPOSE = "a login that waits for its issuer".getBytes(UTF_8);

  private final LoginFiles files;
  private final InstantSource clock;
  private final Map<String, Instant> taken = new BoundedMap<>(MAX_TAKEN);

  PendingLogins(LoginFiles files, InstantSource clock) {
    this.files = files;
    this.clock = clock;
  }

  /** A login that waits, with the text its browser is to keep. */
  public record Started(LoginAttempt attempt, String cookie) {}

  /**
   * Begins a login.
   *
   * @param redirect the address that the issuer sends the browser back to
   */
  public Started begin(String redirect) {
    byte[] bytes = new byte[ID_BYTES];
    RANDOM.nextBytes(bytes);
    String id = BASE64.encodeToString(bytes);
    String words = id + "." + clock.instant().plus(MAX_AGE).getEpochSecond();
    return new Started(attempt(id, redirect), words + "." + digest("cookie", words));
  }

  /**
   * Returns the attempt that an answer belongs to, once; empty where the browser began none with
   * this state, or too long ago.
   *
   * @param cookies the texts that came with the answer
   * @param state the state of the answer
   */
  public Optional<LoginAttempt> take(Collection<String> cookies, String state, String redirect) {
    return cookies.stream().flatMap(cookie -> take(cookie, state, redirect).stream()).findFirst();
  }

  private Optional<LoginAttempt> take(String cookie, String state, String redirect) {
    Matcher form = FORM.matcher(cookie);
    if (!form.matches()) {
      return Optional.empty();
    }
    String id = form.group(1);
    Instant until = Instant.ofEpochSecond(Long.parseLong(form.group(2)));
    boolean isGood =
        isSame(digest("cookie", id + "." + form.group(2)), form.group(3))
            && clock.instant().isBefore(until)
            && isSame(digest("state", id), state);
    return isGood && isFirst(id, until) ? Optional.of(attempt(id, redirect)) : Optional.empty();
  }

  private boolean isFirst(String id, Instant until) {
    synchronized (taken) {
      taken.values().removeIf(end -> end.isBefore(clock.instant()));
      return taken.putIfAbsent(id, until) == null;
    }
  }

  private LoginAttempt attempt(String id, String redirect) {
    return new LoginAttempt(
        digest("state", id), digest("nonce", id), digest("verifier", id), redirect);
  }

  private String digest(String name, String text) {
    byte[] sum = Hmac.of(files.key(PURPOSE), (name + "\n" + text).getBytes(UTF_8));
    return BASE64.encodeToString(sum);
  }

  private static boolean isSame(String expected, String said) {
    return MessageDigest.isEqual(expected.getBytes(UTF_8), said.getBytes(UTF_8));
  }

  /** Returns the number of attempts that are known to be taken. */
  int size() {
    synchronized (taken) {
      return taken.size();
    }
  }
}
