package dev.parley.artifact;

import dev.parley.id.ArtifactId;
import dev.parley.page.ListPage;
import dev.parley.page.PageSize;
import java.util.List;
import java.util.Optional;

/** The deliverables of a session, as one agent sees them. The latest of a name wins. */
public interface Artifacts {

  /**
   * Adds a version of a deliverable.
   *
   * @throws dev.parley.problem.ParleyException {@code limit_reached} where the session holds as
   *     many as it may; {@code not_found} or {@code claim_lost}, where it is posted under a claim
   *     that is not there
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

  /**
   * The first of what {@link #list()} answers. No more than the page is read from the storage.
   *
   * @param name the versions of this deliverable alone; empty: of every one
   * @param after the last version of the page before; empty reads from the beginning
   * @throws dev.parley.problem.ParleyException {@code not_found} for a version this session does
   *     not have
   */
  ListPage<Artifact> list(
      Optional<String> name, Optional<ArtifactId> after, PageSize<Artifact> size);
}
