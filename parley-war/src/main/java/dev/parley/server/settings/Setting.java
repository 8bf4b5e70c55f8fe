package dev.parley.server.settings;

import java.util.Locale;
import java.util.Optional;

/**
 * One setting of the server.
 *
 * @param name its key in the properties file; the option has two dashes before it
 * @param reach the places that can have a value of it
 * @param secret whether its value is shown to nobody
 * @param meaning the sentences that explain it
 * @param bounds the values it can have; empty where any text is one
 * @param fallback the value without one, in words where it depends on something
 */
public record Setting(
    String name, Reach reach, boolean secret, String meaning, String bounds, String fallback) {

  /** The places that can have a value of a setting. */
  public enum Reach {
    /** An option of {@code serve}; an application server has settings of its own for it. */
    SERVE,
    /** An option of {@code serve}, and a setting of a deployment. */
    EVERYWHERE,
    /** A setting of a deployment that has no option. */
    DEPLOYMENT,
    /** An init parameter of a deployment, and nothing else. */
    PARAMETER
  }

  /** The option of the command line; empty where there is none. */
  public Optional<String> flag() {
    return reach == Reach.SERVE || reach == Reach.EVERYWHERE
        ? Optional.of("--" + name)
        : Optional.empty();
  }

  /** The variable of the environment; empty where none is read. */
  public Optional<String> variable() {
    return isInSources() ? Optional.of(variable(name)) : Optional.empty();
  }

  /** The system property, and the init parameter of the same name; empty where none is read. */
  public Optional<String> property() {
    return reach == Reach.SERVE ? Optional.empty() : Optional.of("parley." + name);
  }

  /** Returns whether the environment and the properties file can have a value of it. */
  public boolean isInSources() {
    return reach != Reach.PARAMETER && !name.equals(SettingSources.CONFIG);
  }

  /** Returns the variable of the environment that has the value of a setting. */
  static String variable(String name) {
    return SettingSources.PREFIX + name.replace('-', '_').toUpperCase(Locale.ROOT);
  }
}
