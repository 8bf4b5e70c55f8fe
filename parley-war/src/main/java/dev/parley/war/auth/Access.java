package dev.parley.war.auth;

import dev.parley.war.Settings;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether a token is needed, and which ones are good. Tokens come from the setting {@code token}, a
 * list with commas, and are kept as hashes.
 *
 * <p>None is needed where the server itself was bound to loopback and none is configured, or where
 * the deployer said {@value #OPEN} in the setting {@code access}.
 */
public final class Access {
  /** The words that open a deployment to everyone who reaches it. */
  static final String OPEN = "open-to-everyone";

  private static final String SCHEME = "bearer ";

  private final boolean open;
  private final List<byte[]> hashes;

  private Access(boolean open, List<byte[]> hashes) {
    this.open = open;
    this.hashes = hashes;
  }

  /** What the settings of a deployment say. */
  public static Access of(Settings settings) {
    List<byte[]> hashes = settings.values("token").stream().map(Access::hash).toList();
    boolean loopback = settings.value("bound-to-loopback").map("true"::equals).orElse(false);
    boolean said = settings.value("access").map(OPEN::equals).orElse(false);
    return new Access((loopback && hashes.isEmpty()) || said, hashes);
  }

  /** Whether nobody needs a token. */
  public boolean isOpen() {
    return open;
  }

  /** The SHA-256 of every good token. */
  public List<byte[]> hashes() {
    return hashes.stream().map(byte[]::clone).toList();
  }

  /** The SHA-256 of {@code token}, if it is a good one. */
  public Optional<byte[]> hashOf(String token) {
    byte[] presented = hash(token);
    boolean good = false;
    for (byte[] known : hashes) {
      good |= MessageDigest.isEqual(known, presented);
    }
    return good ? Optional.of(presented) : Optional.empty();
  }

  /** Whether a request with this {@code Authorization} header may do what needs a token. */
  public boolean admits(@Nullable String authorization) {
    if (open) {
      return true;
    }
    return authorization != null
        && authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
        && hashOf(authorization.substring(SCHEME.length()).strip()).isPresent();
  }

  private static byte[] hash(String token) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
