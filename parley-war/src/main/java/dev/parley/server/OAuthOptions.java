package dev.parley.server;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options on the built-in authorization server. The server checks their values. */
final class OAuthOptions {
  private static final String TIME = "TIME";
  private static final String SWITCH = "on|off";
  private static final Set<String> ON = Set.of("on", "true");

  @Option(
      names = "--oauth",
      arity = "0..1",
      fallbackValue = "on",
      paramLabel = SWITCH,
      description =
          "Give MCP clients access tokens itself (OAuth 2.1): a person who is logged in at "
              + "the page allows each client. Not together with --oidc-issuer. Bounds: on or off. "
              + "Default: off.")
  private @Nullable String oauth;

  @Option(
      names = "--oauth-access",
      paramLabel = TIME,
      description =
          "How long an access token is good, 30m or PT30M. Bounds: above 0, to P3650D. "
              + "Default: 1h.")
  private @Nullable String access;

  @Option(
      names = "--oauth-unused",
      paramLabel = TIME,
      description =
          "After how long without use a client has to be allowed anew, 240h or P10D. Bounds: "
              + "above 0, to P3650D. Default: P30D.")
  private @Nullable String unused;

  @Option(
      names = "--oauth-grant",
      paramLabel = TIME,
      description =
          "After how long a client has to be allowed anew in any case. Bounds: above 0, to "
              + "P3650D. Default: P90D.")
  private @Nullable String grant;

  @Option(
      names = "--oauth-private-clients",
      arity = "0..1",
      fallbackValue = "on",
      paramLabel = SWITCH,
      description =
          "Read the documents of clients outside of the public network too. Bounds: on or "
              + "off. Default: off.")
  private @Nullable String privateClients;

  /** Returns true if clients can have tokens of this server. */
  boolean isOn() {
    return oauth != null && ON.contains(oauth.toLowerCase(Locale.ROOT));
  }

  /** The settings that were given, by their names. */
  Map<String, Object> given() {
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    all.put("oauth", oauth);
    all.put("oauth-access", access);
    all.put("oauth-unused", unused);
    all.put("oauth-grant", grant);
    all.put("oauth-private-clients", privateClients);
    return OptionValues.of(all);
  }
}
