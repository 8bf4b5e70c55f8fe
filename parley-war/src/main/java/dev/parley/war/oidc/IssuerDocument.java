package dev.parley.war.oidc;

import dev.parley.war.wire.Json;
import java.io.IOException;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;

/**
 * The document in which an issuer describes itself (OpenID Connect Discovery).
 *
 * @param issuer the issuer as its tokens name it
 * @param keys the address of its keys
 * @param said everything else that it says, too
 */
record IssuerDocument(String issuer, URI keys, Claims said) {
  private static final String PATH = "/.well-known/openid-configuration";
  private static final int HTTPS = 443;
  private static final int HTTP = 80;

  /**
   * Reads the document of an issuer.
   *
   * @throws IllegalArgumentException where it cannot be read, is of another issuer, or has its keys
   *     elsewhere; its message is for the deployer
   */
  static IssuerDocument read(OidcSettings settings, LimitedFetch fetch) {
    URI url = URI.create(withoutSlash(settings.issuer().toString()) + PATH);
    Claims said;
    try {
      said = claims(fetch.get(url).join());
    } catch (CompletionException | IOException unreadable) {
      throw refusal(settings, url + " cannot be read: " + fetch.reason(unreadable));
    }
    String issuer = said.text("issuer").orElse("");
    if (!withoutSlash(issuer).equals(withoutSlash(settings.issuer().toString()))) {
      throw refusal(settings, url + " is the document of another issuer: '" + shown(issuer) + "'");
    }
    return new IssuerDocument(issuer, keys(settings, url, said), said);
  }

  private static URI keys(OidcSettings settings, URI url, Claims said) {
    Optional<URI> set = settings.keys();
    if (set.isPresent()) {
      return set.get();
    }
    String text =
        said.text("jwks_uri").orElseThrow(() -> refusal(settings, url + " has no jwks_uri"));
    URI keys = OidcSettings.url("oidc-issuer", text);
    if (!origin(keys).equals(origin(settings.issuer()))) {
      throw refusal(
          settings,
          url
              + " has its keys at another place, "
              + shown(text)
              + "; name it with --oidc-jwks-uri if that is meant");
    }
    return keys;
  }

  /** Reads the fields of a JSON object. */
  static Claims claims(byte[] document) throws IOException {
    Object read;
    try {
      read = Json.read(document);
    } catch (IOException noJson) {
      throw new IOException("it is no JSON");
    }
    if (!(read instanceof Map<?, ?> map)) {
      throw new IOException("it is no JSON object");
    }
    Map<String, Object> values = new LinkedHashMap<>();
    map.forEach(
        (name, value) -> {
          if (value != null) {
            values.put(String.valueOf(name), value);
          }
        });
    return new Claims(values);
  }

  private static String origin(URI url) {
    int port = url.getPort();
    if (port < 0) {
      port = "https".equalsIgnoreCase(url.getScheme()) ? HTTPS : HTTP;
    }
    return (url.getScheme() + "://" + url.getHost() + ":" + port).toLowerCase(Locale.ROOT);
  }

  private static String withoutSlash(String url) {
    return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
  }

  private static String shown(String text) {
    String cut = text.length() <= 200 ? text : text.substring(0, 200) + "...";
    return cut.replaceAll("[^\\x20-\\x7e]", "?");
  }

  private static IllegalArgumentException refusal(OidcSettings settings, String sentence) {
    return new IllegalArgumentException("--oidc-issuer " + settings.issuer() + ": " + sentence);
  }
}
