package dev.parley.war.rest;

import dev.parley.id.WaitingId;
import dev.parley.waiting.Waiting;
import dev.parley.waiting.WaitingItem;
import dev.parley.waiting.WaitingItem.Action;
import dev.parley.war.grant.Requirement;
import dev.parley.war.grant.Rights;
import dev.parley.war.login.Login;
import dev.parley.war.view.WaitingView;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import org.jspecify.annotations.Nullable;

/** The list of what waits for the person who asks. */
@Path("/api/waiting")
public final class WaitingResource {
  private final HttpServletRequest request;

  /** Made for each request. */
  public WaitingResource(@Context HttpServletRequest request) {
    this.request = request;
  }

  /** Returns the items, the newest first, a page at a time. */
  @GET
  public Response list(
      @QueryParam("after") @Nullable String after, @QueryParam("limit") @Nullable String limit) {
    Login login = Login.of(request);
    Waiting waiting = login.waiting();
    return ItemList.of(request)
        .answer(
            (from, most, bytes) -> waiting.list(from, most),
            RequestParams.optional("after", after, WaitingId::new),
            RequestParams.limit(limit),
            item -> WaitingView.of(item, action -> isAllowed(login, item, action)),
            WaitingItem::id);
  }

  /**
   * Returns true if the operation behind {@code action} would not be refused for want of rights.
   */
  private static boolean isAllowed(Login login, WaitingItem item, Action action) {
    return switch (action) {
      case DISMISS -> true;
      case ANSWER -> answering(item).isMetBy(login.grant());
      case ALLOW, DENY -> login.answersPermissions();
      case APPROVE, REQUEST_CHANGES, TAKE -> deciding(item).isMetBy(login.grant());
    };
  }

  private static Requirement answering(WaitingItem item) {
    return item.source().room().isPresent() ? Rights.TALK_ON_PAGE : Rights.WORK_ON_PAGE;
  }

  /** Returns the requirement of a decision: a lead may take the place of who was asked. */
  private static Requirement deciding(WaitingItem item) {
    return item.isForEveryone() ? Rights.LEAD_ON_PAGE : Rights.WORK_ON_PAGE;
  }

  /** Puts an item away. */
  @POST
  @Path("/{id}/dismiss")
  public Response dismiss(@PathParam("id") String id) {
    Login.of(request).waiting().dismiss(RequestParams.value("id", id, WaitingId::new));
    return JsonResponses.nothing();
  }
}
