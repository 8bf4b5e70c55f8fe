package dev.parley.setup;

import dev.parley.trust.TokenFile;
import dev.parley.trust.TrustedAuthorities;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The words of the command line.
 *
 * @param scope {@code user}, {@code project} or {@code local}
 * @param url the server's address for the bridge
 * @param agent the name that the agent wants to have
 * @param tokenFile the file of the token for the bridge
 * @param ca the file of further certificate authorities for the bridge
 * @param approve whether the client may call the tools without asking
 */
record SetupOptions(
    SetupClient client,
    String scope,
    Action action,
    Optional<String> url,
    Optional<String> agent,
    Optional<Path> tokenFile,
    Optional<Path> ca,
    boolean approve) {
  /** The things that a setup does. */
  enum Action {
    INSTALL,
    PRINT,
    REMOVE
  }

  private static final int MAX_AGENT = 64;
  private static final List<String> VALUED =
      List.of("--scope", "--url", "--agent", "--token-file", "--ca");

  /** Reads the words; refuses with {@link IllegalArgumentException} what it does not know. */
  static SetupOptions of(String... words) {
    @Nullable SetupClient client = null;
    String scope = "user";
    Action action = Action.INSTALL;
    Optional<String> url = Optional.empty();
    Optional<String> agent = Optional.empty();
    Optional<Path> tokenFile = Optional.empty();
    Optional<Path> ca = Optional.empty();
    boolean approve = false;
    for (int i = 0; i < words.length; i++) {
      int equals = words[i].startsWith("--") ? words[i].indexOf('=') : -1;
      String flag = equals < 0 ? words[i] : words[i].substring(0, equals);
      String value = "";
      if (VALUED.contains(flag)) {
        if (equals < 0 && i + 1 == words.length) {
          throw new IllegalArgumentException(flag + " needs a value");
        }
        value = equals < 0 ? words[++i] : words[i].substring(equals + 1);
      }
      switch (flag) {
        case "--scope" -> scope = value;
        case "--url" -> url = Optional.of(address(value));
        case "--agent" -> agent = Optional.of(name(value));
        case "--token-file" -> tokenFile = Optional.of(tokenFile(value));
        case "--ca" -> ca = Optional.of(authorities(value));
        case "--print" -> action = Action.PRINT;
        case "--remove" -> action = Action.REMOVE;
        case "--approve-tools" -> approve = true;
        default -> {
          if (flag.startsWith("-") || client != null) {
            throw new IllegalArgumentException("unknown option " + words[i]);
          }
          client = SetupClient.of(flag);
        }
      }
    }
    if (client == null) {
      throw new IllegalArgumentException("setup needs a client, for example setup claude");
    }
    client.check(scope);
    if (approve && client != SetupClient.CODEX) {
      throw new IllegalArgumentException("--approve-tools is for Codex alone");
    }
    return new SetupOptions(client, scope, action, url, agent, tokenFile, ca, approve);
  }

  /** An address without a user, since it is written to a file that others may read. */
  private static String address(String value) {
    try {
      URI uri = new URI(value);
      boolean http = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
      if (http && uri.getHost() != null && uri.getRawUserInfo() == null) {
        return value;
      }
    } catch (URISyntaxException notOne) {
      // refused below
    }
    throw new IllegalArgumentException(
        "--url is an http or https address with a host and no user, not " + value);
  }

  /** A file that the bridge can use, by its whole path: it is started in another folder. */
  private static Path tokenFile(String value) {
    String unused = TokenFile.read(value);
    return Path.of(value).toAbsolutePath().normalize();
  }

  private static Path authorities(String value) {
    TrustedAuthorities unused = TrustedAuthorities.in(value);
    return Path.of(value).toAbsolutePath().normalize();
  }

  private static String name(String value) {
    if (value.isEmpty() || value.length() > MAX_AGENT || !value.matches("[!-~]+")) {
      throw new IllegalArgumentException(
          "--agent is a name of 1 to " + MAX_AGENT + " characters without blanks");
    }
    return value;
  }

  /** Returns true if the files are those of one project. */
  boolean isForProject() {
    return !scope.equals("user");
  }
}
