package dev.parley.war.auth;

import dev.parley.engine.id.Sha256;
import dev.parley.trust.TokenFile;
import dev.parley.war.settings.DataFolder;
import dev.parley.war.settings.Settings;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The rule for tokens: whether one is needed, and which ones are good. Tokens come from the setting
 * {@code token}, a list with commas, and are kept as hashes; the token of the server's owner counts
 * as one of them.
 *
 * <p>Where the setting is absent, {@code token-file} names a file with them.
 *
 * <p>A deployment is open, and needs none, where its deployer bound it to loopback and configured
 * no token and no issuer of tokens. It is closed everywhere else: without a token it lets nobody
 * in.
 */
public final class TokenPolicy {
  /** The length of the shortest token that is taken, in characters. */
  public static final int MIN_TOKEN_LENGTH = 8;

  /** The length of the longest token that is taken, in characters, unless said otherwise. */
  public static final int DEFAULT_MAX_TOKEN_LENGTH = 1_024;

  private static final System.Logger LOG = System.getLogger(TokenPolicy.class.getName());

  private final boolean open;
  private final List<byte[]> hashes;
  private final int maxLength;

  private TokenPolicy(boolean open, List<byte[]> hashes, int maxLength) {
    this.maxLength = maxLength;
    this.open = open;
    this.hashes = hashes;
  }

  /**
   * Returns the policy that the settings of a deployment describe.
   *
   * @throws IllegalArgumentException where the file of the setting {@code token-file} cannot be
   *     read, or others may read it
   */
  public static TokenPolicy of(Settings settings) {
    List<String> tokens = configured(settings);
    int maxLength = settings.count("max-token-length").orElse(DEFAULT_MAX_TOKEN_LENGTH);
    List<byte[]> hashes =
        tokens.stream()
            .filter(token -> token.length() >= MIN_TOKEN_LENGTH && token.length() <= maxLength)
            .map(Sha256::of)
            .toList();
    if (hashes.size() < tokens.size()) {
      LOG.log(
          System.Logger.Level.ERROR,
          "A token has fewer than "
              + MIN_TOKEN_LENGTH
              + " or more than "
              + maxLength
              + " characters and is not taken.");
    }
    List<byte[]> all =
        Stream.concat(
                hashes.stream(), OwnerToken.in(DataFolder.of(settings)).map(Sha256::of).stream())
            .toList();
    // Neither the environment nor a system property says it: only who bound the server knows.
    boolean loopback = settings.parameter("bound-to-loopback").filter("true"::equals).isPresent();
    boolean hasIssuer = settings.value("oidc-issuer").isPresent() || settings.isOn("oauth");
    return new TokenPolicy(loopback && tokens.isEmpty() && !hasIssuer, all, maxLength);
  }

  /** The tokens of the setting {@code token}; where it is absent, those in a file. */
  private static List<String> configured(Settings settings) {
    return settings.isGiven("token")
        ? settings.values("token")
        : settings
            .value("token-file")
            .map(file -> Settings.list(TokenFile.read(file)))
            .orElse(List.of());
  }

  /** Returns whether requests need no configured token. */
  public boolean isOpen() {
    return open;
  }

  /** Returns the SHA-256 of every good token. */
  public List<byte[]> hashes() {
    return hashes.stream().map(byte[]::clone).toList();
  }

  /**
   * Returns the SHA-256 of {@code token}, if it is a good one. One that is too long is not looked
   * at.
   */
  public Optional<byte[]> hashOf(String token) {
    if (token.length() > maxLength) {
      return Optional.empty();
    }
    byte[] presented = Sha256.of(token);
    boolean good = false;
    for (byte[] known : hashes) {
      good |= MessageDigest.isEqual(known, presented);
    }
    return good ? Optional.of(presented) : Optional.empty();
  }

  /** Names {@code token} without revealing it, if it is a good one. */
  Optional<String> name(String token) {
    return hashOf(token)
        .map(hash -> HexFormat.of().formatHex(Sha256.of(HexFormat.of().formatHex(hash)), 0, 16));
  }
}
