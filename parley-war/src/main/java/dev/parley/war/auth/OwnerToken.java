package dev.parley.war.auth;

import dev.parley.war.settings.DataFolder;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;

/**
 * The token of the user who runs the server. It is made at the first start and stays in the data
 * folder, where that user alone reads it, so that the command line of the same user may administer.
 */
final class OwnerToken {
  private static final System.Logger LOG = System.getLogger(OwnerToken.class.getName());
  private static final String FILE = "owner.token";
  private static final int BYTES = 32;

  private OwnerToken() {}

  /** Returns the token in {@code folder}, made now if there is none; empty without a folder. */
  static synchronized Optional<String> in(DataFolder folder) {
    if (!folder.exists()) {
      return Optional.empty();
    }
    try {
      Optional<String> known =
          folder
              .read(FILE)
              .map(String::strip)
              .filter(token -> token.length() >= TokenPolicy.MIN_TOKEN_LENGTH);
      return known.isPresent() ? known : Optional.of(made(folder));
    } catch (IOException away) {
      LOG.log(
          System.Logger.Level.DEBUG,
          "The owner's token cannot be kept in the data folder; the command 'token' needs"
              + " PARLEY_TOKEN.");
      return Optional.empty();
    }
  }

  private static String made(DataFolder folder) throws IOException {
    byte[] bytes = new byte[BYTES];
    new SecureRandom().nextBytes(bytes);
    String token = "owner_" + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    folder.write(FILE, token + System.lineSeparator());
    return token;
  }
}
