package dev.parley.war.web;

import dev.parley.agent.Connection;
import dev.parley.message.Found;
import dev.parley.message.MessageId;
import dev.parley.room.RoomName;
import dev.parley.war.tool.Fields;
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
    Connection observer = Sitting.of(request).observer();
    RoomName name = Given.value("room", room, RoomName::of);
    MessageId root = Given.value("message", message, MessageId::new);
    Found found = observer.bus().thread(name, root);
    ItemList items = ItemList.of(request);
    boolean whole =
        found.messages().stream()
            .allMatch(stored -> items.add(RoomMessageForm.of(stored.message())));
    return items.answer(Fields.none().and("truncated", found.truncated() || !whole));
  }
}
