package dev.parley.artifact;

import java.util.List;
import java.util.Optional;

/** The deliverables of a session, as one agent sees them. The latest of a name wins. */
public interface Artifacts {

  /**
   * Adds a version of a deliverable.
   *
   * @throws dev.parley.ParleyException {@code limit_reached} where the session holds as many as it
   *     may; {@code not_found} or {@code claim_lost}, where it is posted under a claim that is not
   *     there
   */
  Artifact post(ArtifactDraft draft);

  /** The latest version of {@code name}. */
  Optional<Artifact> latest(String name);

  /** The version {@code version} of {@code name}. */
  Optional<Artifact> version(String name, int version);

  /** The deliverable of that id. */
  Optional<Artifact> find(ArtifactId id);

  /** Every version of every deliverable, in the order they were posted, without content. */
  List<Artifact> list();
}
