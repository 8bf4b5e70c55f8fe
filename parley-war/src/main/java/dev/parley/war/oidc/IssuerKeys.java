package dev.parley.war.oidc;

import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;
import dev.parley.war.http.LogLimiter;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The public keys of an issuer. They are read again after five minutes, beside the calls that need
 * them, and at once for a key that is not among them: an issuer may have changed its key. While the
 * issuer does not answer, the known ones count for a day. For any thread.
 */
final class IssuerKeys implements JWKSource<SecurityContext> {
  private static final System.Logger LOG = System.getLogger(IssuerKeys.class.getName());
  private static final long REFRESH_NANOS = TimeUnit.MINUTES.toNanos(5);
  private static final long MAX_AGE_NANOS = TimeUnit.DAYS.toNanos(1);

  /** The times the keys are read at once, and the pause that each costs: tokens cause them. */
  static final int MAX_AT_ONCE = 3;

  static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final URI url;
  private final LimitedFetch fetch;
  private final LongSupplier nanos;
  private final Duration patience;
  private final LogLimiter lines = new LogLimiter();
  private volatile Keys keys;
  private CompletableFuture<Keys> reading;
  private long spentUntil;

  private record Keys(JWKSet set, long readAt) {}

  /**
   * Reads the keys for the first time.
   *
   * @param patience the time a caller waits for keys that are being read again
   * @throws IllegalArgumentException where they cannot be read; its message is for the deployer
   */
  IssuerKeys(URI url, LimitedFetch fetch, LongSupplier nanos, Duration patience) {
    this.url = url;
    this.fetch = fetch;
    this.nanos = nanos;
    this.patience = patience;
    this.spentUntil = nanos.getAsLong();
    try {
      this.keys = fetch.get(url).thenApply(this::parsed).join();
    } catch (CompletionException unreadable) {
      throw new IllegalArgumentException(
          "--oidc-issuer: its keys at " + url + " cannot be read: " + fetch.reason(unreadable));
    }
    this.reading = CompletableFuture.completedFuture(keys);
  }

  @Override
  public List<JWK> get(JWKSelector selector, @Nullable SecurityContext unused)
      throws KeySourceException {
    Keys known = keys;
    long age = nanos.getAsLong() - known.readAt();
    if (age > MAX_AGE_NANOS) {
      known = awaited();
      if (nanos.getAsLong() - known.readAt() > MAX_AGE_NANOS) {
        throw new KeySourceException("the keys of the issuer are older than a day");
      }
    } else if (age > REFRESH_NANOS) {
      var unusedToo = readAgain();
    }
    List<JWK> found = selector.select(known.set());
    return found.isEmpty() ? selector.select(awaited().set()) : found;
  }

  /** Returns the keys after reading them again, or those known where that fails or takes long. */
  private Keys awaited() {
    try {
      return readAgain().get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
      return keys;
    } catch (ExecutionException | TimeoutException away) {
      return keys;
    }
  }

  /** Begins to read the keys, unless somebody does or did so just now. */
  private synchronized CompletableFuture<Keys> readAgain() {
    if (!reading.isDone()) {
      return reading;
    }
    long now = nanos.getAsLong();
    if (spentUntil - now < 0) {
      spentUntil = now;
    }
    if (spentUntil - now > (MAX_AT_ONCE - 1) * PAUSE_NANOS) {
      return CompletableFuture.completedFuture(keys);
    }
    spentUntil += PAUSE_NANOS;
    reading = fetch.get(url).thenApply(this::taken);
    var unused = reading.whenComplete(this::log);
    return reading;
  }

  private Keys taken(byte[] document) {
    Keys fresh = parsed(document);
    keys = fresh;
    return fresh;
  }

  private void log(@Nullable Keys read, @Nullable Throwable failure) {
    if (failure != null) {
      lines.log(
          LOG,
          System.Logger.Level.WARNING,
          "keys",
          "The keys of the OpenID Connect issuer at "
              + url
              + " cannot be read: "
              + fetch.reason(failure)
              + ". Those that are known are used; they are read again with the next token.");
    }
  }

  private Keys parsed(byte[] document) {
    JWKSet set;
    try {
      set = JWKSet.parse(new String(document, StandardCharsets.UTF_8));
    } catch (ParseException noKeys) {
      throw new CompletionException(new IOException("it is no set of keys"));
    }
    if (set.getKeys().isEmpty()) {
      throw new CompletionException(new IOException("it has no key"));
    }
    return new Keys(set.toPublicJWKSet(), nanos.getAsLong());
  }
}
