package dev.parley.event;

import dev.parley.artifact.ArtifactType;
import dev.parley.id.ArtifactId;

/**
 * A deliverable was posted.
 *
 * @param artifact which version
 * @param name what it is called
 * @param type its kind
 */
public record ArtifactPosted(ArtifactId artifact, String name, ArtifactType type)
    implements SessionEvent {
  @Override
  public Kind kind() {
    return Kind.ARTIFACT_POSTED;
  }
}
