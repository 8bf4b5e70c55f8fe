package dev.parley.war.web;

import dev.parley.ListPage;
import dev.parley.artifact.Artifact;
import dev.parley.artifact.Review;
import dev.parley.task.TaskId;
import dev.parley.war.tool.Fields;
import dev.parley.war.tool.Times;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A version of a deliverable as it is shown. */
final class ArtifactForm {
  private ArtifactForm() {}

  /** Without its content, whose length is not known then. */
  static Map<String, @Nullable Object> brief(Reviewed reviewed) {
    return form(reviewed, Optional.empty()).map();
  }

  /** With its content and the versions of it. */
  static Map<String, @Nullable Object> full(Reviewed reviewed, ListPage<Artifact> versions) {
    Artifact artifact = reviewed.artifact();
    return form(reviewed, Optional.of(artifact.content().length()))
        .and("content", artifact.content())
        .and("versions", versions.items().stream().map(Version::of).toList())
        .and("versionsTruncated", versions.hasMore())
        .map();
  }

  private static Fields form(Reviewed reviewed, Optional<Integer> size) {
    Artifact artifact = reviewed.artifact();
    ListPage<Review> reviews = reviewed.reviews();
    return Fields.none()
        .and("id", artifact.id().value())
        .and("name", artifact.name())
        .and("version", artifact.version())
        .and("type", artifact.type().wireName())
        .and("createdBy", artifact.createdBy().value())
        .orNull("task", artifact.task().map(TaskId::value))
        .and("createdAt", Times.iso(artifact.createdAt()))
        .orNull("size", size)
        .and(
            "reviews",
            reviews.items().stream().map(one -> ReviewForm.of(one, artifact.name())).toList())
        .and("reviewsTruncated", reviews.hasMore());
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
