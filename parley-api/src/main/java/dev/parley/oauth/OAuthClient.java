package dev.parley.oauth;

import dev.parley.problem.InvalidArgument;
import dev.parley.problem.TextLimits;
import java.util.List;

/**
 * A client as it described itself. Nobody has checked who it is.
 *
 * @param id its id, which is public, at most {@value #MAX_ID} characters
 * @param name the name it gives itself, at most {@value #MAX_NAME} characters; may be empty
 * @param redirectUris the addresses a browser is sent back to, 1 to {@value #MAX_URIS}, each of at
 *     most {@value #MAX_URI} characters
 */
public record OAuthClient(String id, String name, List<String> redirectUris) {
  /** The maximum length of an id. */
  public static final int MAX_ID = 512;

  /** The maximum length of a name. */
  public static final int MAX_NAME = 100;

  /** The maximum number of addresses. */
  public static final int MAX_URIS = 10;

  /** The maximum length of an address. */
  public static final int MAX_URI = 512;

  /** Checks the limits; refused with {@code invalid_argument}. */
  public OAuthClient {
    TextLimits.text("client_id", id, MAX_ID);
    TextLimits.text("client_name", name, MAX_NAME);
    redirectUris = List.copyOf(redirectUris);
    TextLimits.range("redirect_uris", redirectUris.size(), 1, MAX_URIS);
    for (String uri : redirectUris) {
      TextLimits.text("redirect_uris", uri, MAX_URI);
      if (uri.chars().anyMatch(c -> c <= ' ' || c > '~')) {
        throw InvalidArgument.refusal("redirect_uris", "an address has printable ASCII alone");
      }
    }
  }
}
