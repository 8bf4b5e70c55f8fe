package dev.parley.war.rest;

import dev.parley.artifact.Artifact;
import dev.parley.artifact.Review;
import dev.parley.artifact.ReviewFilter;
import dev.parley.artifact.ReviewStatus;
import dev.parley.artifact.Reviews;
import dev.parley.id.ArtifactId;
import dev.parley.id.ReviewId;
import dev.parley.page.ListPage;
import dev.parley.page.PageSize;
import dev.parley.problem.TextLimits;
import dev.parley.session.Session;
import dev.parley.war.login.Login;
import dev.parley.war.view.ReviewView;
import dev.parley.war.wire.Arguments;
import dev.parley.war.wire.WireEnum;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The reviews of a session's artifacts. */
@Path("/api/sessions/{session}/reviews")
public final class ReviewsResource {
  private static final WireEnum<ReviewStatus> VERDICT =
      WireEnum.of(ReviewStatus::wireName, ReviewStatus.APPROVED, ReviewStatus.CHANGES_REQUESTED);

  private final HttpServletRequest request;

  /** Made for each request. */
  public ReviewsResource(@Context HttpServletRequest request) {
    this.request = request;
  }

  /** Returns the reviews in the order they were asked for, a page at a time. */
  @GET
  public Response list(
      @PathParam("session") String session,
      @QueryParam("artifact") @Nullable String artifact,
      @QueryParam("after") @Nullable String after,
      @QueryParam("limit") @Nullable String limit) {
    Session found = RequestParams.session(Login.of(request).observer(), session);
    Set<ArtifactId> about =
        RequestParams.optional("artifact", artifact, ArtifactId::new).map(Set::of).orElse(Set.of());
    return ItemList.of(request)
        .answer(
            (from, most, bytes) -> named(found.reviews(), about, from, most, bytes),
            RequestParams.optional("after", after, ReviewId::new),
            RequestParams.limit(limit),
            named -> ReviewView.of(named.review(), named.artifactName()),
            named -> named.review().id());
  }

  /** A review and the name of what it is about. */
  private record Named(Review review, String artifactName) {}

  private static ListPage<Named> named(
      Reviews reviews, Set<ArtifactId> about, Optional<ReviewId> after, int limit, long bytes) {
    ListPage<Review> page =
        reviews.list(
            ReviewFilter.about(about), after, new PageSize<>(limit, bytes, ReviewView::size));
    Map<ReviewId, Artifact> subjects =
        reviews.subjects(page.items().stream().map(Review::id).collect(Collectors.toSet()));
    return new ListPage<>(
        page.items().stream()
            .map(
                review ->
                    new Named(
                        review,
                        Optional.ofNullable(subjects.get(review.id()))
                            .map(Artifact::name)
                            .orElse("")))
            .toList(),
        page.hasMore());
  }

  /** Gives the person's verdict, where it is the person who was asked. */
  @POST
  @Path("/{review}")
  public Response answer(
      @PathParam("session") String session, @PathParam("review") String review, InputStream in)
      throws IOException {
    Session found = RequestParams.session(Login.of(request).connection(), session);
    ReviewId id = RequestParams.value("review", review, ReviewId::new);
    Arguments fields = JsonBody.read(in, "verdict", "comments");
    ReviewStatus verdict = fields.value("verdict", VERDICT::read);
    Optional<String> comments =
        fields.optionalValue(
            "comments", text -> TextLimits.text("comments", text, Reviews.MAX_COMMENTS));
    Review given = found.reviews().submit(id, verdict, comments);
    String name = found.artifacts().find(given.artifact()).map(Artifact::name).orElse("");
    return JsonResponses.ok(ReviewView.of(given, name));
  }
}
