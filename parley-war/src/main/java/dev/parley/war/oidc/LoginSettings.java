package dev.parley.war.oidc;

import dev.parley.problem.ParleyException;
import dev.parley.trust.TokenFile;
import dev.parley.war.settings.Settings;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The settings of logins at the page by the issuer.
 *
 * @param client the id that the issuer knows this server by
 * @param secret the secret of that client; empty for a public one
 * @param scopes the scopes that are asked for
 * @param page the address of the page, without a slash at the end; empty: as the browser names it
 * @param label the name of the issuer as people know it; empty: its host
 * @param longest the time after which a login ends
 * @param rules the settings that decide about people, as they were written: logins end with them
 */
record LoginSettings(
    String client,
    Optional<String> secret,
    List<String> scopes,
    Optional<String> page,
    Optional<String> label,
    Duration longest,
    String rules) {
  /** The setting that turns these logins on. */
  static final String CLIENT = "oidc-client-id";

  private static final String SECRET = "oidc-client-secret";
  private static final String SECRET_FILE = "oidc-client-secret-file";
  private static final String SCOPES = "oidc-login-scopes";
  private static final String PAGE = "oidc-page-url";
  private static final String LABEL = "oidc-label";
  private static final String LONGEST = "oidc-login-time";

  /** The settings that mean nothing without the first of them. */
  static final List<String> NAMES =
      List.of(CLIENT, SECRET, SECRET_FILE, SCOPES, PAGE, LABEL, LONGEST);

  private static final String OPENID = "openid";
  private static final List<String> DEFAULT_SCOPES = List.of("profile");
  private static final int MAX_LABEL_LENGTH = 40;
  private static final Duration DEFAULT_TIME = Duration.ofHours(12);
  private static final Duration MIN_TIME = Duration.ofMinutes(1);
  private static final Duration MAX_TIME = Duration.ofDays(30);

  /**
   * Returns the settings of a deployment that names an issuer; empty where it names no client.
   *
   * @throws IllegalArgumentException where they cannot be followed; its message is for the deployer
   */
  static Optional<LoginSettings> of(Settings settings, String rules) {
    Optional<String> client = settings.value(CLIENT);
    if (client.isEmpty()) {
      NAMES.stream()
          .filter(name -> settings.value(name).isPresent())
          .findFirst()
          .ifPresent(
              name -> {
                throw OidcSettings.refusal(name, "needs --" + CLIENT);
              });
      return Optional.empty();
    }
    Optional<String> label = settings.value(LABEL);
    if (label.filter(text -> text.length() > MAX_LABEL_LENGTH).isPresent()) {
      throw OidcSettings.refusal(LABEL, "may have " + MAX_LABEL_LENGTH + " characters at most");
    }
    return Optional.of(
        new LoginSettings(
            client.get(),
            secret(settings),
            scopes(settings),
            page(settings),
            label,
            longest(settings),
            rules));
  }

  /** Reads the secret, which no command line has: other users of the machine can read that. */
  private static Optional<String> secret(Settings settings) {
    Optional<String> plain = settings.value(SECRET);
    Optional<String> file = settings.value(SECRET_FILE);
    if (plain.isPresent() && file.isPresent()) {
      throw OidcSettings.refusal(
          SECRET_FILE, "and PARLEY_OIDC_CLIENT_SECRET are both set; only one may be");
    }
    try {
      return plain.or(() -> file.map(TokenFile::read));
    } catch (IllegalArgumentException unreadable) {
      throw OidcSettings.refusal(SECRET_FILE, "is of no use: " + unreadable.getMessage());
    }
  }

  private static List<String> scopes(Settings settings) {
    List<String> named = settings.values(SCOPES);
    Set<String> all = new LinkedHashSet<>();
    all.add(OPENID);
    (named.isEmpty() ? DEFAULT_SCOPES : named)
        .forEach(text -> all.add(OidcSettings.scope(SCOPES, text)));
    OidcSettings.requiredScope(settings).ifPresent(all::add);
    return List.copyOf(all);
  }

  /**
   * Reads the address of the page. Without it the address is the one the browser names, so the
   * server has to answer to known names alone.
   */
  private static Optional<String> page(Settings settings) {
    Optional<String> page =
        settings
            .value(PAGE)
            .map(text -> OidcSettings.url(PAGE, text).toString().replaceFirst("/+$", ""));
    boolean hasKnownNames =
        !settings.values("hosts").isEmpty()
            || settings.parameter("bound-to-loopback").filter("true"::equals).isPresent();
    if (page.isEmpty() && !hasKnownNames) {
      throw OidcSettings.refusal(
          CLIENT, "needs --" + PAGE + ", the address of the page, or --hosts");
    }
    return page;
  }

  private static Duration longest(Settings settings) {
    Duration time;
    try {
      time = settings.duration(LONGEST).orElse(DEFAULT_TIME);
    } catch (ParleyException unusable) {
      throw OidcSettings.refusal(LONGEST, String.valueOf(unusable.getMessage()));
    }
    if (time.compareTo(MIN_TIME) < 0 || time.compareTo(MAX_TIME) > 0) {
      throw OidcSettings.refusal(LONGEST, "must be 1m to P30D, not " + time);
    }
    return time;
  }

  /** Leaves the secret out. */
  @Override
  public String toString() {
    return "LoginSettings[" + client + "]";
  }
}
