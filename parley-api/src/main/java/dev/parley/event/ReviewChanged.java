package dev.parley.event;

import dev.parley.artifact.ReviewStatus;
import dev.parley.id.AgentId;
import dev.parley.id.ReviewId;

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
