package dev.parley.war.wire;

import dev.parley.problem.Problem;
import dev.parley.problem.ProblemCode;
import jakarta.ws.rs.core.Response.Status;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A refusal as people's programs get it.
 *
 * @param status the HTTP status
 * @param code its stable name
 * @param detail one sentence for a reader of English
 * @param facts what a program needs to act on it
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9457">RFC 9457, Problem Details</a>
 */
public record ProblemDetail(int status, String code, String detail, Map<String, Object> facts) {
  /** The media type. */
  public static final String TYPE = "application/problem+json";

  /** The refusal of a path that nothing is at. */
  public static final ProblemDetail NO_SUCH_PATH =
      new ProblemDetail(
          404,
          "no_such_path",
          "Nothing is served at this path; openapi.yaml says what is.",
          Map.of());

  private static final String ALLOWED = "allowed";

  /** Copies the map. */
  public ProblemDetail {
    facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts)); // in their order
  }

  /** The refusal of a call. */
  public static ProblemDetail of(Problem problem) {
    return new ProblemDetail(
        status(problem.code()), problem.code().wireName(), problem.message(), problem.details());
  }

  /**
   * The refusal of a method that a path does not take.
   *
   * @param allowed the methods it takes, with commas between them
   */
  public static ProblemDetail noSuchMethod(String allowed) {
    return new ProblemDetail(
        405, "no_such_method", "This path takes " + allowed + ".", Map.of(ALLOWED, allowed));
  }

  /** The HTTP status of each refusal: the one table. */
  public static int status(ProblemCode code) {
    return switch (code) {
      case INVALID_ARGUMENT, NAME_RESERVED, UNKNOWN_DEPENDENCY -> 400;
      case CONNECTION_CLOSED -> 401;
      case PERMISSION_DENIED, TOPIC_NOT_ALLOWED, URGENT_REFUSED -> 403;
      case NOT_FOUND -> 404;
      case NOT_IN_ROOM,
          LIMIT_REACHED,
          DEPENDENCIES_OPEN,
          GATES_OPEN,
          DERIVATION_LIMIT,
          INVALID_TRANSITION,
          CLAIM_LOST,
          ALREADY_SUBMITTED,
          HOOK_FAILED,
          TEAM_UNUSABLE,
          POSITION_LOST,
          KEY_REUSED,
          LOOP_STOPPED ->
          409;
      case SECTION_CHANGED -> 412;
      case RATE_LIMITED, REPEATED -> 429;
      case INTERNAL_ERROR -> 500;
      case UNAVAILABLE -> 503;
      case STORAGE_FULL -> 507;
    };
  }

  /** Returns the seconds after which the same may pass, where that is known. */
  public OptionalLong retryAfter() {
    return facts.get("retryAfterMs") instanceof Long millis
        ? OptionalLong.of((millis + 999) / 1000)
        : OptionalLong.empty();
  }

  /** Returns the methods that the path takes, where the method was refused. */
  public Optional<String> allowed() {
    return Optional.ofNullable(facts.get(ALLOWED)).map(String::valueOf);
  }

  /** The body. */
  public byte[] bytes() {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("type", "about:blank");
    body.put("title", title());
    body.put("status", status);
    body.put("detail", detail);
    body.put("code", code);
    facts.forEach(body::putIfAbsent);
    return Json.bytes(body);
  }

  private String title() {
    Status known = Status.fromStatusCode(status);
    return known == null ? "HTTP " + status : known.getReasonPhrase();
  }
}
