package dev.parley.event;

import dev.parley.agent.AgentId;
import dev.parley.artifact.ReviewId;
import dev.parley.artifact.ReviewStatus;

/**
 * A review was asked for, or given.
 *
 * @param review which
 * @param reviewer who is asked
 * @param status where it stands since
 */
public record ReviewChanged(ReviewId review, AgentId reviewer, ReviewStatus status)
    implements SessionEvent {
  @Override
  public Kind kind() {
    return Kind.REVIEW_CHANGED;
  }
}
