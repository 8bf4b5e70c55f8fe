package dev.parley.war.web;

import dev.parley.artifact.Artifact;
import dev.parley.artifact.Review;
import dev.parley.artifact.ReviewId;
import dev.parley.artifact.ReviewStatus;
import dev.parley.artifact.Reviews;
import dev.parley.problem.Bounds;
import dev.parley.session.Session;
import dev.parley.war.tool.Arguments;
import dev.parley.war.tool.WireName;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** The verdicts on what a session delivered. */
@Path("/api/sessions/{session}/reviews")
public final class ReviewsResource {
  private static final WireName<ReviewStatus> VERDICT =
      WireName.of(ReviewStatus::wireName, ReviewStatus.APPROVED, ReviewStatus.CHANGES_REQUESTED);

  private final HttpServletRequest request;

  /** Made for each request. */
  public ReviewsResource(@Context HttpServletRequest request) {
    this.request = request;
  }

  /** In the order they were asked for. */
  @GET
  public Response list(@PathParam("session") String session) {
    Session found = Given.session(Sitting.of(request).observer(), session);
    return Answer.all(ReviewForm.all(found.reviews().list(), found.artifacts().list()));
  }

  /** Gives the person's verdict, where it is the person who was asked. */
  @POST
  @Path("/{review}")
  public Response answer(
      @PathParam("session") String session, @PathParam("review") String review, InputStream in)
      throws IOException {
    Session found = Given.session(Sitting.of(request).connection(), session);
    ReviewId id = Given.value("review", review, ReviewId::new);
    Arguments fields = Posted.read(in, "verdict", "comments");
    ReviewStatus verdict = fields.value("verdict", VERDICT::read);
    Optional<String> comments =
        fields.optionalValue(
            "comments", text -> Bounds.text("comments", text, Reviews.MAX_COMMENTS));
    Review given = found.reviews().submit(id, verdict, comments);
    String name = found.artifacts().find(given.artifact()).map(Artifact::name).orElse("");
    return Answer.ok(ReviewForm.of(given, name));
  }
}
