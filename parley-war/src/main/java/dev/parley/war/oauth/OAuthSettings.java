package dev.parley.war.oauth;

import dev.parley.oauth.TokenLifetimes;
import dev.parley.problem.ParleyException;
import dev.parley.war.settings.Settings;
import java.util.List;
import java.util.Optional;

/**
 * The settings of the authorization server.
 *
 * @param lifetimes the times that the rights of a client last
 * @param allowsPrivate whether documents of clients may lie outside of the public network
 */
record OAuthSettings(TokenLifetimes lifetimes, boolean allowsPrivate) {
  private static final String ON = "oauth";
  private static final String ACCESS = "oauth-access";
  private static final String UNUSED = "oauth-unused";
  private static final String GRANT = "oauth-grant";
  private static final String PRIVATE = "oauth-private-clients";
  private static final String ISSUER = "oidc-issuer";

  /**
   * Returns the settings of a deployment; empty where it has no authorization server.
   *
   * @throws IllegalArgumentException where they cannot be followed; its message is for the deployer
   */
  static Optional<OAuthSettings> of(Settings settings) {
    try {
      return read(settings);
    } catch (ParleyException unusable) {
      throw new IllegalArgumentException("--oauth: " + unusable.getMessage(), unusable);
    }
  }

  private static Optional<OAuthSettings> read(Settings settings) {
    if (!settings.isOn(ON)) {
      for (String name : List.of(ACCESS, UNUSED, GRANT, PRIVATE)) {
        if (settings.value(name).isPresent()) {
          throw new IllegalArgumentException("--" + name + " needs --" + ON);
        }
      }
      return Optional.empty();
    }
    if (settings.value(ISSUER).isPresent()) {
      throw new IllegalArgumentException(
          "--oauth and --oidc-issuer exclude each other: clients have to know which of the two"
              + " gives tokens");
    }
    TokenLifetimes usual = TokenLifetimes.DEFAULT;
    return Optional.of(
        new OAuthSettings(
            new TokenLifetimes(
                settings.duration(ACCESS).orElse(usual.access()),
                settings.duration(UNUSED).orElse(usual.unused()),
                settings.duration(GRANT).orElse(usual.grant())),
            settings.isOn(PRIVATE)));
  }
}
