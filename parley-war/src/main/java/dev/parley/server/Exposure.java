package dev.parley.server;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The reach of the server that the command line describes. The server is open, and takes no token,
 * where only programs of this machine can reach it and neither a token nor an issuer of tokens is
 * configured.
 */
final class Exposure {
  /** The web application takes no shorter ones either. */
  private static final int MIN_TOKEN_LENGTH = 8;

  private static final String NEEDED = ", so a token is needed: set PARLEY_TOKEN or --token";
  private static final Pattern COMMA = Pattern.compile(",");
  private static final Pattern PORT = Pattern.compile(":\\d*$");
  private static final Pattern LOOPBACK =
      Pattern.compile("localhost|[a-z0-9-]+\\.localhost|127(\\.\\d{1,3}){3}|\\[::1]|::1");

  private final String bind;
  private final boolean loopback;
  private final List<String> tokens;
  private final boolean hasIssuer;
  private final List<String> hosts;
  private final List<String> proxies;
  private final int maxTokenLength;

  Exposure(
      String bind,
      @Nullable String token,
      boolean hasIssuer,
      @Nullable String hosts,
      @Nullable String proxies,
      int maxTokenLength) {
    this.bind = bind;
    this.maxTokenLength = maxTokenLength;
    this.loopback = Loopback.is(bind);
    this.tokens = parts(token);
    this.hasIssuer = hasIssuer;
    this.hosts = parts(hosts);
    this.proxies = parts(proxies);
  }

  /** Returns true if it listens on loopback alone. */
  boolean isLoopback() {
    return loopback;
  }

  /** The tokens; a list that comes out empty is none. */
  List<String> tokens() {
    return tokens;
  }

  /** The reason the server must not start like this; empty where it may. */
  Optional<String> mistake() {
    Optional<String> tooShort =
        tokens.stream().filter(token -> token.length() < MIN_TOKEN_LENGTH).findFirst();
    if (tooShort.isPresent()) {
      return Optional.of(
          "a token has only "
              + tooShort.get().length()
              + " characters; it needs "
              + MIN_TOKEN_LENGTH
              + " or more");
    }
    if (tokens.stream().anyMatch(token -> token.length() > maxTokenLength)) {
      return Optional.of(
          "a token has more than "
              + maxTokenLength
              + " characters; --max-token-length allows more");
    }
    if (!tokens.isEmpty() || hasIssuer) {
      return Optional.empty();
    }
    if (!loopback) {
      return Optional.of("--bind " + bind + " lets other machines in" + NEEDED);
    }
    Optional<String> name = hosts.stream().filter(host -> !isLocal(host)).findFirst();
    if (name.isPresent()) {
      return Optional.of("--hosts " + name.get() + " is a name for other machines" + NEEDED);
    }
    return proxies.isEmpty()
        ? Optional.empty()
        : Optional.of("--trust-proxy lets other machines in" + NEEDED);
  }

  private static boolean isLocal(String host) {
    String name = host.toLowerCase(Locale.ROOT);
    return LOOPBACK.matcher(name).matches()
        || LOOPBACK.matcher(PORT.matcher(name).replaceFirst("")).matches();
  }

  private static List<String> parts(@Nullable String list) {
    return list == null
        ? List.of()
        : COMMA.splitAsStream(list).map(String::strip).filter(part -> !part.isEmpty()).toList();
  }
}
