package dev.parley.war.mcp;

import jakarta.ws.rs.core.HttpHeaders;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The form of a posted message, and of the answers its sender takes, as the headers say it. */
final class PostHeaders {
  private static final Set<String> TAKEN = Set.of("application/json", "application/*", "*/*");
  private static final Pattern COMMA = Pattern.compile(",");
  private static final Pattern REFUSED = Pattern.compile("(?i)\\bq=0(?:\\.0*)?\\s*$");

  private final Optional<String> type;
  private final Optional<String> accept;

  PostHeaders(HttpHeaders headers) {
    this.type = Optional.ofNullable(headers.getHeaderString(HttpHeaders.CONTENT_TYPE));
    this.accept = Optional.ofNullable(headers.getHeaderString(HttpHeaders.ACCEPT));
  }

  /** Returns whether the body may be JSON; one whose type is not named is taken for it. */
  boolean isJson() {
    return type.map(PostHeaders::bare).map("application/json"::equals).orElse(true);
  }

  /** Returns whether JSON may come back; a client that says nothing takes it. */
  boolean takesAnswer() {
    return accept
        .map(
            types ->
                COMMA
                    .splitAsStream(types)
                    .filter(one -> !REFUSED.matcher(one).find())
                    .map(PostHeaders::bare)
                    .anyMatch(TAKEN::contains))
        .orElse(true);
  }

  private static String bare(String type) {
    return type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
  }
}
