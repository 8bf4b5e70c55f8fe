package dev.parley.war.oauth;

import dev.parley.war.wire.RequestBody;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Parameters of queries and forms, as they came: each may come several times. */
final class FormBody {
  /** The maximum size of a body in bytes. */
  static final int MAX_BYTES = 16_384;

  private static final String FORM = "application/x-www-form-urlencoded";

  private FormBody() {}

  /** Reads a form. */
  static byte[] read(HttpServletRequest request, InputStream body) throws OAuthError, IOException {
    if (!isOfType(request, FORM)) {
      throw OAuthError.invalidRequest("The body has to be " + FORM + ".");
    }
    return bounded(body);
  }

  static byte[] bounded(InputStream body) throws OAuthError, IOException {
    Optional<byte[]> read = RequestBody.read(body, MAX_BYTES);
    if (read.isEmpty()) {
      throw OAuthError.tooLarge(MAX_BYTES);
    }
    return read.get();
  }

  static boolean isOfType(HttpServletRequest request, String type) {
    String given = request.getContentType();
    return given != null && given.split(";", 2)[0].strip().toLowerCase(Locale.ROOT).equals(type);
  }

  /** Returns the parameters of a form or a query. */
  static Map<String, List<String>> parameters(String text) throws OAuthError {
    Map<String, List<String>> read = new LinkedHashMap<>();
    for (String pair : text.split("&", -1)) {
      if (!pair.isEmpty()) {
        int equals = pair.indexOf('=');
        String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
        String value = equals < 0 ? "" : decoded(pair.substring(equals + 1));
        read.computeIfAbsent(name, first -> new ArrayList<>()).add(value);
      }
    }
    return read;
  }

  private static String decoded(String text) throws OAuthError {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException broken) {
      throw OAuthError.invalidRequest("A parameter is not encoded as a form is.");
    }
  }

  /** Returns a parameter that came once and is not empty. */
  static Optional<String> one(Map<String, List<String>> given, String name) {
    List<String> values = given.getOrDefault(name, List.of());
    return values.size() == 1 && !values.get(0).isEmpty()
        ? Optional.of(values.get(0))
        : Optional.empty();
  }
}
