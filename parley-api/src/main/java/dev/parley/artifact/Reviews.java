package dev.parley.artifact;

import dev.parley.id.AgentId;
import dev.parley.id.ArtifactId;
import dev.parley.id.ReviewId;
import dev.parley.page.ListPage;
import dev.parley.page.PageSize;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The reviews of a session, as one agent sees them. Each has one reviewer and one verdict. */
public interface Reviews {
  /** The most UTF-16 units of a comment. */
  int MAX_COMMENTS = 16_384;

  /**
   * Asks {@code reviewer} for a verdict. Nobody is told: say so in a message.
   *
   * @throws dev.parley.problem.ParleyException {@code not_found} for the deliverable; {@code
   *     limit_reached}
   */
  Review request(ArtifactId artifact, AgentId reviewer);

  /**
   * The same, asked once however often it is called under {@code key}.
   *
   * @throws dev.parley.problem.ParleyException as {@link #request(ArtifactId, AgentId)}
   */
  Review request(ArtifactId artifact, AgentId reviewer, String key);

  /**
   * Gives the verdict. Of several that are given at once, the database lets one win.
   *
   * @param verdict anything but {@code pending}
   * @param comments at most {@value #MAX_COMMENTS} UTF-16 units
   * @throws dev.parley.problem.ParleyException {@code not_found}; {@code permission_denied} for
   *     anybody but the reviewer; {@code already_submitted}
   */
  Review submit(ReviewId id, ReviewStatus verdict, Optional<String> comments);

  /** The review of that id. */
  Optional<Review> find(ReviewId id);

  /** Every review, in the order they were asked for. */
  List<Review> list();

  /**
   * The first of what {@link #list()} answers. Of the comments no more than the page is read from
   * the storage.
   *
   * @param artifacts the reviews of these versions alone; none: of every one
   * @param after the last review of the page before; empty reads from the beginning
   * @param size weighs a review at least as much as its comments have characters
   * @throws dev.parley.problem.ParleyException {@code not_found} for a review this session does not
   *     have
   */
  ListPage<Review> list(Set<ArtifactId> artifacts, Optional<ReviewId> after, PageSize<Review> size);

  /** The versions that those of {@code ids} are about, without content. */
  Map<ReviewId, Artifact> subjects(Set<ReviewId> ids);

  /** The number of reviews of each status that any review has. */
  Map<ReviewStatus, Long> counts();
}
