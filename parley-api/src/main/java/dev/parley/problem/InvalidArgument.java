package dev.parley.problem;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * An argument is missing, of the wrong form, or past its limit.
 *
 * @param field the argument's name
 * @param reason what is wrong with it
 * @param bounds further facts, for example {@code limit}
 */
public record InvalidArgument(String field, String reason, Map<String, Object> bounds)
    implements Problem {

  /** Copies the map. */
  public InvalidArgument {
    bounds = Map.copyOf(bounds);
  }

  /** Makes the exception that refuses {@code field}. */
  public static ParleyException refusal(String field, String reason) {
    return refusal(field, reason, Map.of());
  }

  /** Makes the exception that refuses {@code field}, with its limits. */
  public static ParleyException refusal(String field, String reason, Map<String, Object> bounds) {
    return new ParleyException(new InvalidArgument(field, reason, bounds));
  }

  /** Refuses {@code value} unless all of it matches {@code form}. */
  public static void unlessMatches(String field, String value, Pattern form, String words) {
    if (!form.matcher(value).matches()) {
      throw refusal(field, "it must be " + words, Map.of("pattern", form.pattern()));
    }
  }

  @Override
  public ProblemCode code() {
    return ProblemCode.INVALID_ARGUMENT;
  }

  @Override
  public String message() {
    return "The argument '" + field + "' was refused: " + reason + ".";
  }

  @Override
  public Map<String, Object> details() {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("field", field);
    facts.putAll(bounds);
    return facts;
  }
}
