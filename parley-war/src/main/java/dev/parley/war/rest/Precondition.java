package dev.parley.war.rest;

import dev.parley.problem.InvalidArgument;
import jakarta.servlet.http.HttpServletRequest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The state in which alone a write is to happen, as its headers say.
 *
 * @param version of what is to be replaced; empty but for {@link Kind#VERSION}
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#name-preconditions">RFC 9110, 13.1</a>
 */
record Precondition(Kind kind, String version) {
  private static final String MATCH = "If-Match";
  private static final String NONE_MATCH = "If-None-Match";
  private static final Pattern TAG = Pattern.compile("\"([\\x21\\x23-\\x7e]{1,128})\"");

  /** The kinds of states. */
  enum Kind {
    /** Any. */
    NONE,
    /** Nothing is there. */
    ABSENT,
    /** The version is there. */
    VERSION
  }

  /**
   * Returns the precondition of a request.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} for what is neither {@code
   *     If-Match} with one version in quotes nor {@code If-None-Match: *}
   */
  static Precondition of(HttpServletRequest request) {
    @Nullable String match = request.getHeader(MATCH);
    @Nullable String noneMatch = request.getHeader(NONE_MATCH);
    if (match == null && noneMatch == null) {
      return new Precondition(Kind.NONE, "");
    }
    if (noneMatch != null) {
      if (match != null || !noneMatch.strip().equals("*")) {
        throw InvalidArgument.refusal(NONE_MATCH, "it must be *, and stand alone");
      }
      return new Precondition(Kind.ABSENT, "");
    }
    Matcher tag = TAG.matcher(match.strip());
    if (!tag.matches()) {
      throw InvalidArgument.refusal(MATCH, "it must be one version in double quotes");
    }
    return new Precondition(Kind.VERSION, tag.group(1));
  }
}
