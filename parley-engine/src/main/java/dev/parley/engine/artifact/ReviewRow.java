package dev.parley.engine.artifact;

import dev.parley.artifact.Review;
import dev.parley.artifact.ReviewStatus;
import dev.parley.id.AgentId;
import dev.parley.id.ArtifactId;
import dev.parley.id.ReviewId;
import dev.parley.id.SessionId;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A review. One conditional statement submits its verdict, see {@link JpaReviews}. */
@Entity(name = "Review")
@Table(name = "parley_review")
class ReviewRow {
  @Id
  @Column(length = 36)
  private String id;

  @Column(name = "session_id", nullable = false, length = 26)
  private String session;

  @Column(nullable = false)
  private long number;

  @Column(name = "artifact_id", nullable = false, length = 36)
  private String artifact;

  @Column(nullable = false, length = 64)
  private String reviewer;

  @Column(nullable = false, length = 64)
  private String requester;

  @Enumerated(EnumType.STRING)
  @Column(nullable = false, length = 32)
  private ReviewStatus status;

  @Column(length = 1_000_000)
  private @Nullable String comments;

  @Column(name = "idempotency_key", length = 256)
  private @Nullable String idempotencyKey;

  @Column(name = "created_at", nullable = false)
  private long createdAt;

  @Column(name = "updated_at", nullable = false)
  private long updatedAt;

  protected ReviewRow() {}

  ReviewRow(
      String id, String session, long number, AgentId requester, ReviewDraft draft, long now) {
    this.id = id;
    this.session = session;
    this.number = number;
    this.artifact = draft.artifact().value();
    this.reviewer = draft.reviewer().value();
    this.requester = requester.value();
    this.status = ReviewStatus.PENDING;
    this.idempotencyKey = draft.idempotencyKey().orElse(null);
    this.createdAt = now;
    this.updatedAt = now;
  }

  Review snapshot(SessionId of) {
    return new Review(
        new ReviewId(id),
        of,
        new ArtifactId(artifact),
        new AgentId(reviewer),
        new AgentId(requester),
        status,
        Optional.ofNullable(comments),
        Instant.ofEpochMilli(createdAt),
        Instant.ofEpochMilli(updatedAt));
  }
}
