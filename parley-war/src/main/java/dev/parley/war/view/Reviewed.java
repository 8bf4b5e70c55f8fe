package dev.parley.war.view;

import dev.parley.artifact.Artifact;
import dev.parley.artifact.Review;
import dev.parley.artifact.ReviewFilter;
import dev.parley.artifact.Reviews;
import dev.parley.id.ArtifactId;
import dev.parley.page.ListPage;
import dev.parley.page.PageSize;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * An artifact and the first of its reviews, as many as an answer has room for.
 *
 * @param artifact the version that is reviewed
 * @param reviews its reviews, in the order they were asked for
 */
public record Reviewed(Artifact artifact, ListPage<Review> reviews) {

  /** The artifact with its reviews, of about {@code bytes} together. */
  public static Reviewed of(Artifact artifact, Reviews reviews, long bytes) {
    return new Reviewed(artifact, reviewsOf(List.of(artifact), reviews, bytes));
  }

  /**
   * As many artifacts from the front of {@code page}, each with all its reviews, as about {@code
   * bytes} are together. The first one is there in any case, with the reviews that have room.
   */
  public static ListPage<Reviewed> firstOf(ListPage<Artifact> page, Reviews reviews, long bytes) {
    List<Artifact> some = page.items();
    ListPage<Review> found = reviewsOf(some, reviews, bytes);
    while (found.hasMore() && some.size() > 1) {
      some = some.subList(0, some.size() / 2);
      found = reviewsOf(some, reviews, bytes);
    }
    Map<ArtifactId, List<Review>> each = new HashMap<>();
    found
        .items()
        .forEach(
            review -> each.computeIfAbsent(review.artifact(), id -> new ArrayList<>()).add(review));
    boolean cut = found.hasMore();
    return new ListPage<>(
        some.stream()
            .map(
                artifact ->
                    new Reviewed(
                        artifact, new ListPage<>(each.getOrDefault(artifact.id(), List.of()), cut)))
            .toList(),
        page.hasMore() || some.size() < page.items().size());
  }

  private static ListPage<Review> reviewsOf(List<Artifact> artifacts, Reviews reviews, long bytes) {
    Set<ArtifactId> ids = artifacts.stream().map(Artifact::id).collect(Collectors.toSet());
    return ids.isEmpty()
        ? ListPage.empty()
        : reviews.list(
            ReviewFilter.about(ids),
            Optional.empty(),
            new PageSize<>(PageSize.MAX_LIMIT, bytes, ReviewView::size));
  }
}
