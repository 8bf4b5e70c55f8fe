package dev.parley.id;

import dev.parley.problem.InvalidArgument;
import java.util.regex.Pattern;

/**
 * The id of an item that waits for a person: the kind of its subject, a hyphen, and the id of that.
 *
 * @param value matches {@value #PATTERN}
 */
public record WaitingId(String value) {
  /** The form of an id. */
  public static final String PATTERN = "^(message|review|task|permission)-[A-Za-z0-9-]{1,56}$";

  private static final Pattern FORM = Pattern.compile(PATTERN);

  /** Checks the form; refused with {@code invalid_argument}. */
  public WaitingId {
    InvalidArgument.unlessMatches(
        "id", value, FORM, "message, review, task or permission, a hyphen, and the id of that");
  }

  /** Returns the id of an item about a message. */
  public static WaitingId ofMessage(String message) {
    return new WaitingId("message-" + message);
  }

  /** Returns the id of an item about a review. */
  public static WaitingId ofReview(String review) {
    return new WaitingId("review-" + review);
  }

  /** Returns the id of an item about a task. */
  public static WaitingId ofTask(String task) {
    return new WaitingId("task-" + task);
  }

  /** Returns the id of an item about a permission request. */
  public static WaitingId ofPermission(PermissionId request) {
    return new WaitingId("permission-" + request.value());
  }

  @Override
  public String toString() {
    return value;
  }
}
