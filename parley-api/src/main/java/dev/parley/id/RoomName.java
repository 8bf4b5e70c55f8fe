package dev.parley.id;

import dev.parley.problem.InvalidArgument;
import java.util.regex.Pattern;

/**
 * The name of a room, and the only way to refer to it.
 *
 * @param value matches {@value #PATTERN}
 */
public record RoomName(String value) {
  /** The form of a room name: 1 to 32 of a-z, 0-9 and hyphen, not beginning with a hyphen. */
  public static final String PATTERN = "^[a-z0-9][a-z0-9-]{0,31}$";

  private static final Pattern FORM = Pattern.compile(PATTERN);

  /** Checks the form; refused with {@code invalid_argument}. */
  public RoomName {
    InvalidArgument.unlessMatches(
        "room", value, FORM, "1 to 32 of a-z, 0-9 and hyphen, not beginning with a hyphen");
  }

  /** Returns the room called {@code value}. */
  public static RoomName of(String value) {
    return new RoomName(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
