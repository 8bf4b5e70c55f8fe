package dev.parley.war.view;

import dev.parley.artifact.Review;
import dev.parley.war.wire.Timestamps;
import org.jspecify.annotations.Nullable;

/** A review as it is shown. */
public record ReviewView(
    String id,
    String artifact,
    String artifactName,
    String reviewer,
    String requester,
    String status,
    @Nullable String comments,
    String createdAt,
    String updatedAt) {
  /** The bytes of a review without comments. */
  private static final int BRIEF = 200;

  /** The bytes of a review at least, for a page that is read. */
  public static long size(Review review) {
    return (long) BRIEF + review.comments().map(String::length).orElse(0);
  }

  /** Returns a review as it is shown, of the artifact of that name. */
  public static ReviewView of(Review review, String artifactName) {
    return new ReviewView(
        review.id().value(),
        review.artifact().value(),
        artifactName,
        review.reviewer().value(),
        review.requester().value(),
        review.status().wireName(),
        review.comments().orElse(null),
        Timestamps.iso(review.createdAt()),
        Timestamps.iso(review.updatedAt()));
  }
}
