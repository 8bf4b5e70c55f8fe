package dev.parley.war.mcp;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The form of a posted message, and of the answers its sender takes, as the headers say it. */
final class PostHeaders {
  private static final String JSON = "application/json";
  private static final Set<String> TAKEN = Set.of(JSON, "application/*", "*/*");

  /** The usual values, word for word: they need not be taken apart. */
  private static final Set<String> COMMON_VALUES =
      Set.of(
          "application/json, text/event-stream",
          "text/event-stream, application/json",
          "application/json,text/event-stream",
          JSON,
          "*/*");

  private static final Pattern COMMA = Pattern.compile(",");
  private static final Pattern REFUSED = Pattern.compile("(?i)\\bq=0(?:\\.0*)?\\s*$");

  private final Optional<String> type;
  private final Optional<String> accept;

  PostHeaders(Function<String, @Nullable String> headers) {
    this.type = Optional.ofNullable(headers.apply("Content-Type"));
    this.accept = Optional.ofNullable(headers.apply("Accept"));
  }

  /** Returns whether the body may be JSON; one whose type is not named is taken for it. */
  boolean isJson() {
    return type.isEmpty() || type.get().equals(JSON) || bare(type.get()).equals(JSON);
  }

  /** Returns whether JSON may come back; a client that says nothing takes it. */
  boolean takesAnswer() {
    return accept.isEmpty() || COMMON_VALUES.contains(accept.get()) || takesJson(accept.get());
  }

  private static boolean takesJson(String types) {
    return COMMA
        .splitAsStream(types)
        .filter(one -> !REFUSED.matcher(one).find())
        .map(PostHeaders::bare)
        .anyMatch(TAKEN::contains);
  }

  private static String bare(String type) {
    return type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
  }
}
