package dev.parley.artifact;

import dev.parley.id.ArtifactId;
import dev.parley.page.ListPage;
import dev.parley.page.PageSize;
import java.util.List;
import java.util.Optional;

/** The artifacts of a session, as one agent sees them. The latest version of a name counts. */
public interface Artifacts {

  /**
   * Posts a version of an artifact.
   *
   * @throws dev.parley.problem.ParleyException {@code limit_reached} where the session has as many
   *     as it may; {@code not_found} or {@code claim_lost}, where it is posted under a claim that
   *     does not exist
   */
  Artifact post(ArtifactDraft draft);

  /** Finds the latest version of {@code name}. */
  Optional<Artifact> latest(String name);

  /** Finds version {@code version} of {@code name}. */
  Optional<Artifact> version(String name, int version);

  /** Finds an artifact by id. */
  Optional<Artifact> find(ArtifactId id);

  /** Lists every version of every artifact, in the order of posting, without content. */
  List<Artifact> list();

  /**
   * Lists the first artifacts {@link #list()} returns. Reads no more than the page from the
   * storage.
   *
   * @param name the artifact whose versions are listed; empty: every one
   * @param after the last version of the page before; empty reads from the beginning
   * @throws dev.parley.problem.ParleyException {@code not_found} for a version this session does
   *     not have
   */
  ListPage<Artifact> list(
      Optional<String> name, Optional<ArtifactId> after, PageSize<Artifact> size);
}
