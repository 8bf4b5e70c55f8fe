package dev.parley.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The traces that proxies leave in the headers of a reply. Parley itself leaves none of them. */
final class ProxyHints {
  private static final int MAX_SHOWN = 60;
  private static final List<String> HEADERS =
      List.of("server", "via", "cf-ray", "x-amz-cf-id", "x-served-by", "x-varnish", "x-cache");

  private ProxyHints() {}

  /** Names them as the rest of a sentence, for example {@code " (server: nginx)"}. */
  static String of(Map<String, String> headers) {
    List<String> found = new ArrayList<>();
    for (String name : HEADERS) {
      String value = headers.get(name);
      if (value != null) {
        String plain = value.replaceAll("[^\\x20-\\x7e]", "?");
        found.add(
            name + ": " + (plain.length() > MAX_SHOWN ? plain.substring(0, MAX_SHOWN) : plain));
      }
    }
    return found.isEmpty() ? "" : " (" + String.join(", ", found) + ")";
  }
}
