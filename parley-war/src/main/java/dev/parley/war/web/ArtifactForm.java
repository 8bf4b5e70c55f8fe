package dev.parley.war.web;

import dev.parley.artifact.Artifact;
import dev.parley.artifact.ArtifactId;
import dev.parley.task.TaskId;
import dev.parley.war.tool.Fields;
import dev.parley.war.tool.Times;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A version of a deliverable as it is shown. */
final class ArtifactForm {
  private ArtifactForm() {}

  /** Without its content, whose length is not known then. */
  static Map<String, @Nullable Object> brief(Artifact artifact, List<ReviewForm> reviews) {
    return form(artifact, Optional.empty(), reviews).map();
  }

  /** With its content and all versions of it. */
  static Map<String, @Nullable Object> full(
      Artifact artifact, List<ReviewForm> reviews, List<Artifact> all) {
    Optional<Integer> size = Optional.of(artifact.content().length());
    return form(artifact, size, reviews)
        .and("content", artifact.content())
        .and(
            "versions",
            all.stream()
                .filter(other -> other.name().equals(artifact.name()))
                .map(Version::of)
                .toList())
        .map();
  }

  private static Fields form(Artifact artifact, Optional<Integer> size, List<ReviewForm> reviews) {
    return Fields.none()
        .and("id", artifact.id().value())
        .and("name", artifact.name())
        .and("version", artifact.version())
        .and("type", artifact.type().wireName())
        .and("createdBy", artifact.createdBy().value())
        .orNull("task", artifact.task().map(TaskId::value))
        .and("createdAt", Times.iso(artifact.createdAt()))
        .orNull("size", size)
        .and("reviews", of(artifact.id(), reviews));
  }

  private static List<ReviewForm> of(ArtifactId id, List<ReviewForm> reviews) {
    return reviews.stream().filter(review -> review.artifact().equals(id.value())).toList();
  }

  private record Version(String id, int version, String createdAt, String createdBy) {
    static Version of(Artifact artifact) {
      return new Version(
          artifact.id().value(),
          artifact.version(),
          Times.iso(artifact.createdAt()),
          artifact.createdBy().value());
    }
  }
}
