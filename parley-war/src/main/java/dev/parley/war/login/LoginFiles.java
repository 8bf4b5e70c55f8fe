package dev.parley.war.login;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.war.settings.DataFolder;
import dev.parley.war.settings.Settings;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The secret of a server that signs logins, and the logins that were ended by their people. Both
 * outlive a restart where there is a data folder, in files that only their owner reads. For any
 * thread.
 *
 * <p>Where no data folder is named, as in an application server by default, logins end with the
 * server. The secret is random, so a cookie reveals nothing about the token it was got with.
 * Servers over one database that are to take each other's logins are given the same text in the
 * setting {@code login-secret}.
 */
public final class LoginFiles {
  /** The number of ended logins that have not expired, past which all logins end. */
  static final int MAX_WITHDRAWN = 10_000;

  private static final System.Logger LOG = System.getLogger(LoginFiles.class.getName());
  private static final int SECRET_BYTES = 32;
  private static final String SECRET_FILE = "login.secret";
  private static final String WITHDRAWN_FILE = "login.ended";

  private final DataFolder folder;
  private final Optional<String> given;
  private final Map<String, Instant> withdrawn = new HashMap<>();
  private byte @Nullable [] secret;

  private LoginFiles(DataFolder folder, Optional<String> given) {
    this.folder = folder;
    this.given = given;
  }

  /** Returns the files of a deployment. */
  public static LoginFiles of(Settings settings) {
    return new LoginFiles(DataFolder.of(settings), settings.value("login-secret"));
  }

  /** Returns the files of a server that forgets its logins when it ends. */
  static LoginFiles inMemory() {
    return new LoginFiles(DataFolder.NONE, Optional.empty());
  }

  /** The key that signs logins by the token with this hash. */
  synchronized byte[] key(byte[] tokenHash) {
    return Hmac.of(secret(), tokenHash);
  }

  /** Returns whether the login of this id was ended. */
  synchronized boolean isWithdrawn(String id) {
    return withdrawn.containsKey(id);
  }

  /** Ends a login for good, which would be good until {@code until}. */
  synchronized void withdraw(String id, Instant until) {
    byte[] unused = secret(); // and what was ended before
    Instant now = Instant.now();
    withdrawn.values().removeIf(end -> end.isBefore(now));
    withdrawn.put(id, until);
    if (withdrawn.size() > MAX_WITHDRAWN) {
      LOG.log(System.Logger.Level.WARNING, "Too many logins were ended; all logins end.");
      withdrawn.clear();
      secret = random();
      write(SECRET_FILE, HexFormat.of().formatHex(secret));
    }
    StringBuilder lines = new StringBuilder();
    withdrawn.forEach(
        (ended, end) -> lines.append(ended).append(' ').append(end.getEpochSecond()).append('\n'));
    write(WITHDRAWN_FILE, lines.toString());
  }

  private byte[] secret() {
    byte @Nullable [] known = secret;
    if (known == null) {
      known = given.map(text -> text.getBytes(UTF_8)).orElseGet(this::read);
      readWithdrawn();
      secret = known;
    }
    return known;
  }

  private byte[] read() {
    byte[] made = random();
    try {
      Optional<String> text = folder.read(SECRET_FILE);
      if (text.isPresent()) {
        byte[] kept = HexFormat.of().parseHex(text.get().strip());
        if (kept.length == SECRET_BYTES) {
          return kept;
        }
      }
    } catch (IOException | IllegalArgumentException unreadable) {
      LOG.log(System.Logger.Level.WARNING, "The secret of logins cannot be read; all logins end.");
    }
    write(SECRET_FILE, HexFormat.of().formatHex(made));
    return made;
  }

  private void readWithdrawn() {
    try {
      for (String line : folder.read(WITHDRAWN_FILE).orElse("").lines().toList()) {
        String[] parts = line.split(" ", 2);
        withdrawn.put(parts[0], Instant.ofEpochSecond(Long.parseLong(parts[1])));
      }
    } catch (IOException | RuntimeException unreadable) {
      LOG.log(System.Logger.Level.WARNING, "The list of ended logins cannot be read.");
    }
  }

  private void write(String name, String text) {
    try {
      folder.write(name, text);
    } catch (IOException e) {
      LOG.log(
          System.Logger.Level.WARNING,
          "Logins do not outlive this server: " + name + " cannot be written in the data folder.");
    }
  }

  private static byte[] random() {
    byte[] bytes = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(bytes);
    return bytes;
  }
}
