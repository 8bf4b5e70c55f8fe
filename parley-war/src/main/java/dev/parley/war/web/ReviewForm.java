package dev.parley.war.web;

import dev.parley.artifact.Artifact;
import dev.parley.artifact.ArtifactId;
import dev.parley.artifact.Review;
import dev.parley.war.tool.Times;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A review as it is shown. */
record ReviewForm(
    String id,
    String artifact,
    String artifactName,
    String reviewer,
    String requester,
    String status,
    @Nullable String comments,
    String createdAt,
    String updatedAt) {

  /** The reviews, each with the name of what it is about. */
  static List<ReviewForm> all(List<Review> reviews, List<Artifact> artifacts) {
    Map<ArtifactId, String> names = new HashMap<>();
    artifacts.forEach(artifact -> names.put(artifact.id(), artifact.name()));
    return reviews.stream()
        .map(review -> of(review, names.getOrDefault(review.artifact(), "")))
        .toList();
  }

  static ReviewForm of(Review review, String artifactName) {
    return new ReviewForm(
        review.id().value(),
        review.artifact().value(),
        artifactName,
        review.reviewer().value(),
        review.requester().value(),
        review.status().wireName(),
        review.comments().orElse(null),
        Times.iso(review.createdAt()),
        Times.iso(review.updatedAt()));
  }
}
