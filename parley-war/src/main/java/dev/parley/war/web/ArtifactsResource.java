package dev.parley.war.web;

import dev.parley.artifact.Artifact;
import dev.parley.artifact.ArtifactId;
import dev.parley.problem.InvalidArgument;
import dev.parley.session.Session;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a session delivered. */
@Path("/api/sessions/{session}/artifacts")
public final class ArtifactsResource {
  private final HttpServletRequest request;

  /** Made for each request. */
  public ArtifactsResource(@Context HttpServletRequest request) {
    this.request = request;
  }

  /** Every version without its content, in the order they were posted. */
  @GET
  public Response list(@PathParam("session") String session) {
    Session found = Given.session(Sitting.of(request).observer(), session);
    List<Artifact> all = found.artifacts().list();
    List<ReviewForm> reviews = ReviewForm.all(found.reviews().list(), all);
    return Answer.all(all.stream().map(artifact -> ArtifactForm.brief(artifact, reviews)).toList());
  }

  /** One version, with its content. */
  @GET
  @Path("/{artifact}")
  public Response one(
      @PathParam("session") String session, @PathParam("artifact") String artifact) {
    Session found = Given.session(Sitting.of(request).observer(), session);
    Artifact known = find(found, "artifact", artifact);
    List<Artifact> all = found.artifacts().list();
    return Answer.ok(ArtifactForm.full(known, ReviewForm.all(found.reviews().list(), all), all));
  }

  /** What changed from another version to this one, line by line. */
  @GET
  @Path("/{artifact}/diff")
  public Response diff(
      @PathParam("session") String session,
      @PathParam("artifact") String artifact,
      @QueryParam("from") @Nullable String from) {
    Session found = Given.session(Sitting.of(request).observer(), session);
    Artifact to = find(found, "artifact", artifact);
    if (from == null) {
      throw InvalidArgument.refusal("from", "it is missing; it must be the id of an artifact");
    }
    Artifact earlier = find(found, "from", from);
    return Answer.ok(
        new Form(
            earlier.id().value(),
            to.id().value(),
            LineDiff.between(earlier.content(), to.content())));
  }

  private static Artifact find(Session session, String name, String id) {
    return session
        .artifacts()
        .find(Given.value(name, id, ArtifactId::new))
        .orElseThrow(() -> Given.notFound("artifact"));
  }

  private record Form(String from, String to, List<LineDiff.Hunk> hunks) {}
}
