package dev.parley.token;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.parley.trust.TokenFile;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The token by which commands administer a server, and the address of that server. */
public final class AdminToken {
  /** The address of a server that was named nowhere. */
  public static final String DEFAULT_URL = "http://127.0.0.1:7539";

  private static final String OWNER_FILE = "owner.token";

  private AdminToken() {}

  /**
   * Returns the address of a server without the path of MCP.
   *
   * @throws IllegalArgumentException where it is no address; its message is for the person
   */
  public static URI server(String url) {
    String whole = url.contains("://") ? url : "http://".concat(url);
    String base = whole.replaceFirst("/mcp(/[a-z]*)?/?$", "").replaceFirst("/+$", "");
    try {
      return new URI(base);
    } catch (URISyntaxException notOne) {
      throw new IllegalArgumentException("--url is not an address: " + url);
    }
  }

  /**
   * Returns the token that was named: in a file, or by the environment.
   *
   * @param file the file of the command line; null for none
   * @throws IllegalArgumentException where the file cannot be used, or two tokens are named; its
   *     message is for the person
   */
  public static Optional<String> named(@Nullable String file, Map<String, String> environment) {
    String token = file == null ? environment.getOrDefault("PARLEY_TOKEN", "").strip() : "";
    String named = file == null ? environment.getOrDefault("PARLEY_TOKEN_FILE", "") : file;
    if (!token.isEmpty() && !named.isBlank()) {
      throw new IllegalArgumentException(
          "PARLEY_TOKEN and PARLEY_TOKEN_FILE are both set; only one may be");
    }
    return named.isBlank()
        ? Optional.of(token).filter(text -> !text.isEmpty())
        : Optional.of(TokenFile.read(named.strip()));
  }

  /**
   * Returns the token that was named, else the owner's in the data folder. Without either, a server
   * is asked as a local program does.
   *
   * @throws IOException where there is none for this server; its message is for the person
   */
  public static Optional<String> of(URI server, Optional<String> named, Path data)
      throws IOException {
    if (named.isPresent()) {
      return named;
    }
    if (!isLocal(server.getHost())) {
      throw new IOException(
          server
              + " is not this machine, and the owner's token is for this machine alone; set"
              + " PARLEY_TOKEN to the token of an admin of that server, or name its file with"
              + " --token-file");
    }
    Path file = data.resolve(OWNER_FILE);
    try {
      return Files.exists(file)
          ? Optional.of(Files.readString(file, US_ASCII).strip())
          : Optional.empty();
    } catch (IOException unreadable) {
      throw new IOException(
          file + " cannot be read; set PARLEY_TOKEN to the token of an admin", unreadable);
    }
  }

  private static boolean isLocal(@Nullable String host) {
    return host != null
        && (host.equals("localhost")
            || host.equals("[::1]")
            || host.matches("127(\\.[0-9]{1,3}){3}"));
  }
}
