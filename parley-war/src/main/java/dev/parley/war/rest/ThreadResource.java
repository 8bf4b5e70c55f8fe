package dev.parley.war.rest;

import dev.parley.agent.Connection;
import dev.parley.id.MessageId;
import dev.parley.id.RoomName;
import dev.parley.message.SearchResult;
import dev.parley.war.login.Login;
import dev.parley.war.view.RoomMessageView;
import dev.parley.war.wire.ResultFields;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;

/** A message and what replies to it. */
@Path("/api/rooms/{room}/threads/{message}")
public final class ThreadResource {
  private final HttpServletRequest request;

  /** Made for each request. */
  public ThreadResource(@Context HttpServletRequest request) {
    this.request = request;
  }

  /** The thread, in order. */
  @GET
  public Response read(@PathParam("room") String room, @PathParam("message") String message) {
    Connection observer = Login.of(request).observer();
    RoomName name = RequestParams.value("room", room, RoomName::of);
    MessageId root = RequestParams.value("message", message, MessageId::new);
    SearchResult found = observer.topics().thread(name, root);
    ItemList items = ItemList.of(request);
    items.addFromFirst(found.messages(), stored -> RoomMessageView.of(stored.message()));
    boolean whole = items.count() == found.messages().size();
    return items.answer(ResultFields.none().and("truncated", found.truncated() || !whole));
  }
}
