package dev.parley.war.tool;

import dev.parley.artifact.Artifact;
import dev.parley.artifact.Review;
import dev.parley.artifact.ReviewFilter;
import dev.parley.artifact.ReviewStatus;
import dev.parley.artifact.Reviews;
import dev.parley.id.AgentId;
import dev.parley.id.ArtifactId;
import dev.parley.id.ReviewId;
import dev.parley.page.ListPage;
import dev.parley.page.PageSize;
import dev.parley.problem.NotFound;
import dev.parley.problem.NotPermitted;
import dev.parley.problem.ParleyException;
import dev.parley.problem.ReviewClosed;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Verdicts in memory. */
record FakeReviews(FakeBoard board, AgentId agent) implements Reviews {

  @Override
  public Review request(ArtifactId artifact, AgentId reviewer) {
    return request(artifact, reviewer, "review-" + (board.reviews.size() + 1));
  }

  @Override
  public Review request(ArtifactId artifact, AgentId reviewer, String key) {
    if (board.artifacts.stream().noneMatch(posted -> posted.id().equals(artifact))) {
      throw new ParleyException(new NotFound("artifact"));
    }
    Review asked =
        new Review(
            new ReviewId(key),
            FakeBoard.SESSION,
            artifact,
            reviewer,
            agent,
            ReviewStatus.PENDING,
            Optional.empty(),
            FakeBoard.NOW,
            FakeBoard.NOW);
    board.reviews.putIfAbsent(asked.id(), asked);
    return asked;
  }

  @Override
  public Review submit(ReviewId id, ReviewStatus verdict, Optional<String> comments) {
    Review asked = find(id).orElseThrow(() -> new ParleyException(new NotFound("review")));
    if (!asked.reviewer().equals(agent)) {
      throw new ParleyException(new NotPermitted("not the assigned reviewer"));
    }
    if (!asked.status().canBecome(verdict)) {
      throw new ParleyException(new ReviewClosed(asked.status().wireName()));
    }
    Review given =
        new Review(
            id,
            asked.session(),
            asked.artifact(),
            asked.reviewer(),
            asked.requester(),
            verdict,
            comments,
            asked.createdAt(),
            FakeBoard.NOW);
    board.reviews.put(id, given);
    return given;
  }

  @Override
  public Optional<Review> find(ReviewId id) {
    return Optional.ofNullable(board.reviews.get(id));
  }

  @Override
  public List<Review> list() {
    return List.copyOf(board.reviews.values());
  }

  @Override
  public ListPage<Review> list(
      ReviewFilter filter, Optional<ReviewId> after, PageSize<Review> size) {
    List<Review> passing =
        board.reviews.values().stream()
            .dropWhile(review -> after.isPresent() && !review.id().equals(after.get()))
            .skip(after.isPresent() ? 1 : 0)
            .filter(review -> passes(filter, review))
            .toList();
    List<Review> page = size.firstOf(passing);
    return new ListPage<>(page, page.size() < passing.size());
  }

  private static boolean passes(ReviewFilter filter, Review review) {
    return (filter.artifacts().isEmpty() || filter.artifacts().contains(review.artifact()))
        && filter.status().map(review.status()::equals).orElse(true)
        && filter.reviewer().map(review.reviewer()::equals).orElse(true)
        && filter.requester().map(review.requester()::equals).orElse(true);
  }

  @Override
  public Map<ReviewId, Artifact> subjects(Set<ReviewId> ids) {
    return board.reviews.values().stream()
        .filter(review -> ids.contains(review.id()))
        .collect(Collectors.toMap(Review::id, this::subject));
  }

  private Artifact subject(Review review) {
    return board.artifacts.stream()
        .filter(artifact -> artifact.id().equals(review.artifact()))
        .findFirst()
        .orElseThrow();
  }

  @Override
  public Map<ReviewStatus, Long> counts() {
    throw new UnsupportedOperationException("no tool asks for counts");
  }
}
