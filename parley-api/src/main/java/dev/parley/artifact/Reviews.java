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
  /** The maximum length of comments in UTF-16 units. */
  int MAX_COMMENTS = 16_384;

  /**
   * Requests a review from {@code reviewer}. The reviewer is not notified: send it a message.
   *
   * @throws dev.parley.problem.ParleyException {@code not_found} for the artifact; {@code
   *     limit_reached}
   */
  Review request(ArtifactId artifact, AgentId reviewer);

  /**
   * Requests a review as {@link #request(ArtifactId, AgentId)}, once however often it is called
   * under {@code key}.
   *
   * @throws dev.parley.problem.ParleyException as {@link #request(ArtifactId, AgentId)}
   */
  Review request(ArtifactId artifact, AgentId reviewer, String key);

  /**
   * Submits the verdict. Of several submitted at once, the database accepts one. A message with the
   * verdict goes to the requester and to the author of the version; one by a lead in place of the
   * reviewer also to the reviewer. None goes to the agent that submits it.
   *
   * @param verdict anything but {@code pending}
   * @param comments at most {@value #MAX_COMMENTS} UTF-16 units
   * @throws dev.parley.problem.ParleyException {@code not_found}; {@code permission_denied} for
   *     anybody but the reviewer and leads; {@code already_submitted}
   */
  Review submit(ReviewId id, ReviewStatus verdict, Optional<String> comments);

  /** Finds a review by id. */
  Optional<Review> find(ReviewId id);

  /** Lists every review, in the order of the requests. */
  List<Review> list();

  /**
   * Lists the first reviews that {@code filter} selects, in the order of the requests. Reads no
   * more comments from the storage than the page holds.
   *
   * @param after the last review of the page before; empty reads from the beginning
   * @param size weighs a review at least as much as its comments have characters
   * @throws dev.parley.problem.ParleyException {@code not_found} for a review this session does not
   *     have
   */
  ListPage<Review> list(ReviewFilter filter, Optional<ReviewId> after, PageSize<Review> size);

  /** Returns the reviewed version of each of {@code ids}, without content. */
  Map<ReviewId, Artifact> subjects(Set<ReviewId> ids);

  /** Counts the reviews by status; a status without reviews is absent. */
  Map<ReviewStatus, Long> counts();
}
