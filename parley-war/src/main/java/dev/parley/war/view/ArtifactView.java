package dev.parley.war.view;

import dev.parley.artifact.Artifact;
import dev.parley.artifact.Review;
import dev.parley.id.TaskId;
import dev.parley.page.ListPage;
import dev.parley.war.wire.ResultFields;
import dev.parley.war.wire.Timestamps;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A version of an artifact as it is shown. */
public final class ArtifactView {
  private ArtifactView() {}

  /** Returns a version without its content, whose length is not known then. */
  public static Map<String, @Nullable Object> brief(Reviewed reviewed) {
    return form(reviewed, Optional.empty()).map();
  }

  /** Returns a version with its content and the list of its versions. */
  public static Map<String, @Nullable Object> full(Reviewed reviewed, ListPage<Artifact> versions) {
    Artifact artifact = reviewed.artifact();
    return form(reviewed, Optional.of(artifact.content().length()))
        .and("content", artifact.content())
        .and("versions", versions.items().stream().map(Version::of).toList())
        .and("versionsTruncated", versions.hasMore())
        .map();
  }

  /** Returns a version with its content, without its reviews. */
  public static Map<String, @Nullable Object> alone(Artifact artifact) {
    return head(artifact).and("content", artifact.content()).map();
  }

  private static ResultFields head(Artifact artifact) {
    return ResultFields.none()
        .and("id", artifact.id().value())
        .and("name", artifact.name())
        .and("version", artifact.version())
        .and("type", artifact.type().wireName())
        .and("createdBy", artifact.createdBy().value())
        .orNull("task", artifact.task().map(TaskId::value))
        .and("createdAt", Timestamps.iso(artifact.createdAt()));
  }

  private static ResultFields form(Reviewed reviewed, Optional<Integer> size) {
    Artifact artifact = reviewed.artifact();
    ListPage<Review> reviews = reviewed.reviews();
    return head(artifact)
        .orNull("size", size)
        .and(
            "reviews",
            reviews.items().stream().map(one -> ReviewView.of(one, artifact.name())).toList())
        .and("reviewsTruncated", reviews.hasMore());
  }

  private record Version(String id, int version, String createdAt, String createdBy) {
    static Version of(Artifact artifact) {
      return new Version(
          artifact.id().value(),
          artifact.version(),
          Timestamps.iso(artifact.createdAt()),
          artifact.createdBy().value());
    }
  }
}
