package dev.parley.chat;

import dev.parley.problem.InvalidArgument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Secrets of accounts, each in an environment variable or in the file that another one names. */
public final class ChatSecrets {
  private static final String FILE = "_FILE";
  private static final Set<String> DEFAULTS =
      Set.of("password", "secret", "changeme", "admin", "test", "parley", "token", "xxx");

  private final UnaryOperator<@Nullable String> environment;

  /** Secrets in {@code environment}, which returns null for a variable that is not set. */
  public ChatSecrets(UnaryOperator<@Nullable String> environment) {
    this.environment = environment;
  }

  /** The secrets of this process. */
  public static ChatSecrets ofThisProcess() {
    return new ChatSecrets(System::getenv);
  }

  /**
   * The value of a variable, or the first line of the file that the variable of this name and
   * {@code _FILE} names.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} where neither is set, the
   *     file cannot be read, or the secret is one that stands in examples
   */
  public String get(String variable) {
    String secret = find(variable).orElseThrow(() -> refusal(variable, "is not set"));
    if (DEFAULTS.contains(secret.toLowerCase(Locale.ROOT))) {
      throw refusal(variable, "has a secret that everybody knows");
    }
    return secret;
  }

  /** As {@link #get}; empty where neither variable is set. */
  public Optional<String> find(String variable) {
    String value = environment.apply(variable);
    if (value != null && !value.isBlank()) {
      return Optional.of(value.strip());
    }
    String file = environment.apply(variable + FILE);
    if (file == null || file.isBlank()) {
      return Optional.empty();
    }
    try {
      return Files.readString(Path.of(file)).lines().findFirst().map(String::strip);
    } catch (IOException unreadable) {
      throw refusal(variable + FILE, "names a file that cannot be read");
    }
  }

  private static RuntimeException refusal(String variable, String reason) {
    return InvalidArgument.refusal(
        "bus",
        "the environment variable "
            + variable
            + " "
            + reason
            + " (or name a file in "
            + variable.replace(FILE, "")
            + FILE
            + ")");
  }
}
