package dev.parley.event;

import dev.parley.artifact.ReviewStatus;
import dev.parley.id.AgentId;
import dev.parley.id.ReviewId;

/**
 * A review was requested or submitted.
 *
 * @param review the review
 * @param reviewer the agent that is to review
 * @param status its new status
 */
public record ReviewChanged(ReviewId review, AgentId reviewer, ReviewStatus status)
    implements SessionEvent {
  @Override
  public Kind kind() {
    return Kind.REVIEW_CHANGED;
  }
}
