package dev.parley.artifact;

import dev.parley.id.AgentId;
import dev.parley.id.ArtifactId;
import java.util.Optional;
import java.util.Set;

/**
 * A filter of reviews; a review passes where every criterion holds.
 *
 * @param artifacts the versions it is about; none: every one
 * @param status the status
 * @param reviewer the agent that is to review
 * @param requester the agent that asked for it
 */
public record ReviewFilter(
    Set<ArtifactId> artifacts,
    Optional<ReviewStatus> status,
    Optional<AgentId> reviewer,
    Optional<AgentId> requester) {
  /** Every review. */
  public static final ReviewFilter ALL = about(Set.of());

  /** Copies the set. */
  public ReviewFilter {
    artifacts = Set.copyOf(artifacts);
  }

  /** Makes a filter for the reviews of {@code artifacts}; none: every review. */
  public static ReviewFilter about(Set<ArtifactId> artifacts) {
    return new ReviewFilter(artifacts, Optional.empty(), Optional.empty(), Optional.empty());
  }
}
