package dev.parley.task;

import dev.parley.problem.InvalidArgument;
import dev.parley.problem.TextLimits;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A check that must have passed before a task is done. No one can bypass it, a lead included.
 *
 * @param kind the kind of check
 * @param name the role that approves, the name of the artifact, or the hook; at most {@value
 *     #MAX_NAME} UTF-16 units
 */
public record Gate(Kind kind, String name) {
  /** The maximum length of a name in UTF-16 units. */
  public static final int MAX_NAME = 256;

  /** The role of every lead and administrator, besides the agents of that name. */
  public static final String LEAD = "lead";

  /** The only hook a gate can name: it runs before a task is done. */
  public static final String AFTER_TASK = "after_task";

  private static final Pattern ROLE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

  /** The kinds of checks. */
  public enum Kind {
    /**
     * A review is approved: of the latest version of an artifact that was posted for the task, or
     * that another of its gates names. The verdict counts for the roles of the agent or person that
     * gave it: its name, the name of the persona it extends, and {@value Gate#LEAD} for a lead. A
     * verdict that a lead gives in place of the reviewer counts for the lead alone. An approval
     * ends when the same reviewer's later verdict on that version requests changes.
     */
    REVIEW,
    /** The session has an artifact of that name. */
    ARTIFACT,
    /**
     * The hook of the assignee runs and succeeds. It runs each time the task is to be done. Without
     * such a hook the gate stays open.
     */
    HOOK;

    /** Returns the name on the wire, for example {@code review}. */
    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Checks the name; refused with {@code invalid_argument}. */
  public Gate {
    switch (kind) {
      case REVIEW ->
          InvalidArgument.unlessMatches(
              "gates", name, ROLE, "review: and a role, 1 to 64 letters, digits, dots, _ or -");
      case ARTIFACT -> {
        TextLimits.text("gates", name, MAX_NAME);
        if (name.isEmpty()) {
          throw InvalidArgument.refusal("gates", "an artifact is named after artifact:");
        }
      }
      case HOOK -> {
        if (!name.equals(AFTER_TASK)) {
          throw InvalidArgument.refusal("gates", "the only hook of a gate is hook:" + AFTER_TASK);
        }
      }
    }
  }

  /** Makes a gate that a review approved by {@code role} opens. */
  public static Gate review(String role) {
    return new Gate(Kind.REVIEW, role);
  }

  /** Makes a gate that an artifact called {@code name} opens. */
  public static Gate artifact(String name) {
    return new Gate(Kind.ARTIFACT, name);
  }

  /** Makes a gate that the success of the hook {@value #AFTER_TASK} opens. */
  public static Gate hook() {
    return new Gate(Kind.HOOK, AFTER_TASK);
  }

  /**
   * Returns the gate of a text such as {@code review:qa}, {@code artifact:report.md} or {@code
   * hook:after_task}.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument}
   */
  public static Gate of(String text) {
    int colon = text.indexOf(':');
    String kind = text.substring(0, Math.max(colon, 0));
    return Arrays.stream(Kind.values())
        .filter(known -> known.wireName().equals(kind))
        .findFirst()
        .map(known -> new Gate(known, text.substring(colon + 1)))
        .orElseThrow(
            () ->
                InvalidArgument.refusal(
                    "gates", "a gate begins with review:, artifact: or hook:, and a name follows"));
  }

  /** Returns the text that {@link #of} reads. */
  public String text() {
    return kind.wireName() + ":" + name;
  }

  /** Returns the condition that opens it, in words beside its name. */
  public String condition() {
    return switch (kind) {
      case REVIEW ->
          "an approval by "
              + name
              + " of the latest version of an artifact of this task or of its gates";
      case ARTIFACT -> "an artifact of that name";
      case HOOK -> "a successful run of the assignee's hook " + name;
    };
  }
}
