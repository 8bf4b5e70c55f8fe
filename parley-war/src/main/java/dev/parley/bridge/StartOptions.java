package dev.parley.bridge;

import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * The wish that the bridge starts the server where none answers.
 *
 * @param config the properties file that the command line names; null for the usual one
 * @param endsWhenIdle the {@code end-when-idle} of the properties file; null where it has none
 */
record StartOptions(@Nullable String config, @Nullable String endsWhenIdle) {
  /** The key of the option, and of a setting of the server that goes with it. */
  static final String KEY = "start-server";

  private static final String IDLE_KEY = "end-when-idle";

  /**
   * Returns the wish that {@code word} means for this server; null where it means none. {@code
   * auto} is a wish for a server that this machine can have, and none for any other.
   *
   * @param servesTls whether a server that is started would have a certificate
   */
  static @Nullable StartOptions of(
      String word, ServerUrl server, boolean servesTls, @Nullable String config, Properties file) {
    boolean possible = server.isLoopback() && server.tls() == servesTls;
    switch (word.toLowerCase(Locale.ROOT)) {
      case "yes", "true" -> {
        if (!possible) {
          throw new IllegalArgumentException(
              "--start-server starts a server on this machine only, at an address of loopback"
                  + (servesTls
                      ? " with https, since it would have the certificate of PARLEY_TLS_CERTIFICATE,"
                      : " with http such as " + ServerUrl.DEFAULT + ",")
                  + " and not "
                  + server);
        }
      }
      case "auto" -> {
        if (!possible) {
          return null;
        }
      }
      case "no", "false" -> {
        return null;
      }
      default ->
          throw new IllegalArgumentException("--start-server is yes, auto or no, not " + word);
    }
    return new StartOptions(config, file.getProperty(IDLE_KEY));
  }

  /** Puts the idle time after which the server ends, where its user chose none. */
  void putIdleTime(Map<String, String> environment, int seconds) {
    if (endsWhenIdle == null || endsWhenIdle.isBlank()) {
      environment.putIfAbsent("PARLEY_END_WHEN_IDLE", Integer.toString(seconds));
    }
  }
}
