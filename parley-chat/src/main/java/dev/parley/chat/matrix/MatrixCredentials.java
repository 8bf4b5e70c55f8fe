package dev.parley.chat.matrix;

import dev.parley.chat.ChatSecrets;
import dev.parley.problem.InvalidArgument;
import java.util.Optional;

/** The secrets of an account: an access token, a password, or both. */
final class MatrixCredentials {
  /** The variable of the access token. */
  static final String TOKEN = "PARLEY_MATRIX_TOKEN";

  /** The variable of the password. */
  static final String PASSWORD = "PARLEY_MATRIX_PASSWORD";

  private final Optional<String> token;
  private final Optional<String> password;

  private MatrixCredentials(Optional<String> token, Optional<String> password) {
    this.token = token;
    this.password = password;
  }

  /** The secrets of a process; refused with {@code invalid_argument} where there are none. */
  static MatrixCredentials of(ChatSecrets secrets) {
    Optional<String> token = secrets.find(TOKEN).map(set -> secrets.get(TOKEN));
    Optional<String> password = secrets.find(PASSWORD).map(set -> secrets.get(PASSWORD));
    if (token.isEmpty() && password.isEmpty()) {
      throw InvalidArgument.refusal(
          "bus",
          "neither of the environment variables "
              + TOKEN
              + " (an access token) and "
              + PASSWORD
              + " is set (or name a file in "
              + TOKEN
              + "_FILE)");
    }
    return new MatrixCredentials(token, password);
  }

  /** The access token. */
  Optional<String> token() {
    return token;
  }

  /** The password. */
  Optional<String> password() {
    return password;
  }
}
