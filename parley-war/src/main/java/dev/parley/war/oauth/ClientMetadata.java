package dev.parley.war.oauth;

import dev.parley.oauth.OAuthClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The fields by which a client describes itself, as far as this server looks at them. */
final class ClientMetadata {
  static final String REDIRECT_URIS = "redirect_uris";
  private static final Pattern UNPRINTABLE = Pattern.compile("\\p{C}+");

  private ClientMetadata() {}

  /** Returns the name of a client, shortened and without what does not show. */
  static String name(Map<?, ?> metadata) {
    String said = metadata.get("client_name") instanceof String text ? text : "";
    String printable = UNPRINTABLE.matcher(said).replaceAll(" ").strip();
    int end = Math.min(printable.length(), OAuthClient.MAX_NAME);
    boolean cutsPair = end > 0 && Character.isHighSurrogate(printable.charAt(end - 1));
    return printable.substring(0, cutsPair ? end - 1 : end);
  }

  /** Returns the addresses a browser may be sent back to. */
  static List<String> redirectUris(Map<?, ?> metadata) throws OAuthError {
    if (!(metadata.get(REDIRECT_URIS) instanceof List<?> named) || named.isEmpty()) {
      throw OAuthError.of("invalid_redirect_uri", "At least one of redirect_uris is needed.");
    }
    List<String> uris = new ArrayList<>();
    for (Object one : named) {
      String uri = one instanceof String text ? text : "";
      Optional<String> mistake = RedirectUris.mistake(uri);
      if (mistake.isPresent()) {
        throw OAuthError.of("invalid_redirect_uri", "'" + uri + "' " + mistake.get() + ".");
      }
      uris.add(uri);
    }
    if (uris.size() > OAuthClient.MAX_URIS
        || uris.stream().anyMatch(uri -> uri.length() > OAuthClient.MAX_URI)) {
      throw OAuthError.of(
          "invalid_redirect_uri",
          "At most " + OAuthClient.MAX_URIS + " of " + OAuthClient.MAX_URI + " characters.");
    }
    return uris;
  }
}
