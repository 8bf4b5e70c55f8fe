package dev.parley.permission;

import dev.parley.problem.InvalidArgument;
import dev.parley.problem.TextLimits;
import java.util.regex.Pattern;

/**
 * The use of a tool as the client describes it. Nothing is cut: a person who answers has seen all
 * of it, so a description past a limit is refused.
 *
 * @param code the client's id of the request: five letters from a to z without l
 * @param tool the name of the tool, 1 to {@value #MAX_TOOL} UTF-16 units
 * @param description the purpose, at most {@value #MAX_DESCRIPTION} UTF-16 units; may be empty
 * @param input the arguments of the tool, at most {@value #MAX_INPUT} UTF-16 units; may be empty
 */
public record PermissionDraft(String code, String tool, String description, String input) {
  /** The form of a code. */
  public static final String CODE_PATTERN = "^[a-km-z]{5}$";

  /** The maximum length of the name of a tool in UTF-16 units. */
  public static final int MAX_TOOL = 256;

  /** The maximum length of a description in UTF-16 units. */
  public static final int MAX_DESCRIPTION = 4_096;

  /** The maximum length of an input in UTF-16 units. */
  public static final int MAX_INPUT = 8_192;

  private static final Pattern CODE = Pattern.compile(CODE_PATTERN);

  /** Checks the form and the lengths; refused with {@code invalid_argument}. */
  public PermissionDraft {
    InvalidArgument.unlessMatches(
        "request_id", code, CODE, "five letters from a to z, none of them an l");
    if (tool.isEmpty()) {
      throw InvalidArgument.refusal("tool_name", "it is empty");
    }
    TextLimits.text("tool_name", tool, MAX_TOOL);
    TextLimits.text("description", description, MAX_DESCRIPTION);
    TextLimits.text("input_preview", input, MAX_INPUT);
  }
}
