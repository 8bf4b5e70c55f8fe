package dev.parley.id;

import dev.parley.problem.InvalidArgument;
import dev.parley.problem.TextLimits;

/**
 * The id of one version of an artifact, made by the server.
 *
 * @param value 1 to {@value #MAX_LENGTH} UTF-16 units
 */
public record ArtifactId(String value) {
  /** The maximum length of an id in UTF-16 units. */
  public static final int MAX_LENGTH = 128;

  /** Checks the length; refused with {@code invalid_argument}. */
  public ArtifactId {
    if (value.isEmpty()) {
      throw InvalidArgument.refusal("artifact_id", "it is empty");
    }
    TextLimits.text("artifact_id", value, MAX_LENGTH);
  }

  @Override
  public String toString() {
    return value;
  }
}
