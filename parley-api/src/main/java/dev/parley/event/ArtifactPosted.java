package dev.parley.event;

import dev.parley.artifact.ArtifactType;
import dev.parley.id.ArtifactId;

/**
 * An artifact was posted.
 *
 * @param artifact the version
 * @param name the artifact's name
 * @param type its type
 */
public record ArtifactPosted(ArtifactId artifact, String name, ArtifactType type)
    implements SessionEvent {
  @Override
  public Kind kind() {
    return Kind.ARTIFACT_POSTED;
  }
}
