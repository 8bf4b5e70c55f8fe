package dev.parley.war.rest;

import dev.parley.id.WorkspaceId;
import dev.parley.page.ListPage;
import dev.parley.war.login.Login;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The workspaces that a person may see. */
@Path("/api/workspaces")
public final class WorkspacesResource {
  private final Web web;
  private final HttpServletRequest request;

  /** Made for each request. */
  public WorkspacesResource(@Context ServletContext context, @Context HttpServletRequest request) {
    this.web = Web.of(context);
    this.request = request;
  }

  private record Form(String name, boolean current) {}

  /**
   * Returns the one that the credential opens, else all there are, by name, a page at a time. The
   * one that the person is in is among them, also while nothing is in it.
   */
  @GET
  public Response list(
      @QueryParam("after") @Nullable String after, @QueryParam("limit") @Nullable String limit) {
    Login login = Login.of(request);
    NavigableSet<WorkspaceId> all = new TreeSet<>(Comparator.comparing(WorkspaceId::value));
    all.add(login.workspace());
    if (!login.isBound()) {
      all.addAll(web.parley().workspaces());
    }
    return ItemList.of(request)
        .answer(
            (from, most, bytes) -> page(all, from, most),
            RequestParams.optional("after", after, WorkspaceId::new),
            RequestParams.limit(limit),
            name -> new Form(name.value(), name.equals(login.workspace())),
            name -> name);
  }

  private static ListPage<WorkspaceId> page(
      NavigableSet<WorkspaceId> all, Optional<WorkspaceId> after, int limit) {
    List<WorkspaceId> following =
        List.copyOf(after.isPresent() ? all.tailSet(after.get(), false) : all);
    return new ListPage<>(
        following.subList(0, Math.min(limit, following.size())), following.size() > limit);
  }
}
