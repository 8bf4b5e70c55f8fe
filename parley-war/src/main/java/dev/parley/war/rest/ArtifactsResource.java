package dev.parley.war.rest;

import dev.parley.artifact.Artifact;
import dev.parley.id.ArtifactId;
import dev.parley.page.PageSize;
import dev.parley.problem.InvalidArgument;
import dev.parley.session.Session;
import dev.parley.war.login.Login;
import dev.parley.war.view.ArtifactView;
import dev.parley.war.view.Reviewed;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The artifacts of a session. */
@Path("/api/sessions/{session}/artifacts")
public final class ArtifactsResource {
  /** The artifacts that are read at once, with their reviews. */
  private static final int AT_ONCE = 100;

  private final HttpServletRequest request;

  /** Made for each request. */
  public ArtifactsResource(@Context HttpServletRequest request) {
    this.request = request;
  }

  /** Returns every version without its content, in the order they were posted, a page at a time. */
  @GET
  public Response list(
      @PathParam("session") String session,
      @QueryParam("name") @Nullable String name,
      @QueryParam("after") @Nullable String after,
      @QueryParam("limit") @Nullable String limit) {
    Session found = RequestParams.session(Login.of(request).observer(), session);
    Optional<String> of = RequestParams.optional("name", name, text -> text);
    ItemList items = ItemList.of(request);
    return items.answer(
        (from, most, bytes) ->
            Reviewed.firstOf(
                found.artifacts().list(of, from, PageSize.of(Math.min(most, AT_ONCE))),
                found.reviews(),
                items.budget() / 2),
        RequestParams.optional("after", after, ArtifactId::new),
        RequestParams.limit(limit),
        ArtifactView::brief,
        reviewed -> reviewed.artifact().id());
  }

  /** Returns one version, with its content. */
  @GET
  @Path("/{artifact}")
  public Response one(
      @PathParam("session") String session, @PathParam("artifact") String artifact) {
    Session found = RequestParams.session(Login.of(request).observer(), session);
    Artifact known = find(found, "artifact", artifact);
    long bytes = ItemList.of(request).budget() / 2;
    return JsonResponses.ok(
        ArtifactView.full(
            Reviewed.of(known, found.reviews(), bytes),
            found
                .artifacts()
                .list(
                    Optional.of(known.name()), Optional.empty(), PageSize.of(PageSize.MAX_LIMIT))));
  }

  /** Returns the content of one version as a file, named like the artifact. */
  @GET
  @Path("/{artifact}/content")
  public Response content(
      @PathParam("session") String session, @PathParam("artifact") String artifact) {
    Session found = RequestParams.session(Login.of(request).observer(), session);
    Artifact known = find(found, "artifact", artifact);
    return JsonResponses.file(
        known.content().getBytes(StandardCharsets.UTF_8),
        "text/plain;charset=UTF-8",
        DownloadName.of(known.name(), ".md"));
  }

  /** Returns the changes from another version to this one, line by line. */
  @GET
  @Path("/{artifact}/diff")
  public Response diff(
      @PathParam("session") String session,
      @PathParam("artifact") String artifact,
      @QueryParam("from") @Nullable String from) {
    Session found = RequestParams.session(Login.of(request).observer(), session);
    Artifact to = find(found, "artifact", artifact);
    if (from == null) {
      throw InvalidArgument.refusal("from", "it is missing; it must be the id of an artifact");
    }
    Artifact earlier = find(found, "from", from);
    return JsonResponses.ok(
        new Form(
            earlier.id().value(),
            to.id().value(),
            LineDiff.between(earlier.content(), to.content())));
  }

  private static Artifact find(Session session, String name, String id) {
    return session
        .artifacts()
        .find(RequestParams.value(name, id, ArtifactId::new))
        .orElseThrow(() -> RequestParams.notFound("artifact"));
  }

  private record Form(String from, String to, List<LineDiff.Hunk> hunks) {}
}
