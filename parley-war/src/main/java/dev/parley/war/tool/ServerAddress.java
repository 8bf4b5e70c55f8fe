package dev.parley.war.tool;

import java.net.URI;
import java.util.Optional;

/**
 * The address at which a caller found the server.
 *
 * @param base the address it used, without the path of the endpoint; empty: not known
 * @param hasPage whether people find a page there
 * @param instance what the deployer calls this server
 */
public record ServerAddress(Optional<URI> base, boolean hasPage, Optional<String> instance) {
  private static final int HTTP = 80;
  private static final int HTTPS = 443;

  /** A place nothing is known of. */
  public static final ServerAddress UNKNOWN =
      new ServerAddress(Optional.empty(), false, Optional.empty());

  /** The address of the page people use, without a slash at its end. */
  Optional<String> page() {
    return base.filter(address -> hasPage)
        .map(address -> address.toString().replaceFirst("/$", ""));
  }

  Optional<Integer> port() {
    return base.map(
        address ->
            address.getPort() >= 0
                ? address.getPort()
                : "https".equals(address.getScheme()) ? HTTPS : HTTP);
  }
}
