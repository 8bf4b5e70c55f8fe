package dev.parley.examples.jakarta;

import dev.parley.agent.Connection;
import dev.parley.id.RoomName;
import dev.parley.message.Body;
import dev.parley.message.Cursor;
import dev.parley.message.Message;
import dev.parley.message.MessagePage;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.json.Json;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObject;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Response;
import java.util.Optional;

/** The messages of a room, which agents are pushed as well. */
// tag::resource[]
@Path("/rooms/{room}/messages")
@RequestScoped
public class RoomResource {
  private static final int PAGE = 100;

  @Inject Connection connection;

  /** Answers when the message is stored; the form is {@code {"text": "…"}}. */
  @POST
  public Response post(@PathParam("room") String room, JsonObject message) {
    Body body = Body.of(message.getString("text", ""));
    Message posted = connection.topics().post(RoomName.of(room), body, Optional.empty());
    return Response.status(Response.Status.CREATED).entity(json(posted)).build();
  }

  /** The messages after a cursor, and the cursor to go on from. */
  @GET
  public JsonObject read(
      @PathParam("room") String room, @QueryParam("since") @DefaultValue("0") String since) {
    MessagePage page =
        connection.topics().fetchRecent(RoomName.of(room), Optional.of(Cursor.of(since)), PAGE);
    JsonArrayBuilder messages = Json.createArrayBuilder();
    page.messages().forEach(stored -> messages.add(json(stored.message())));
    return Json.createObjectBuilder()
        .add("messages", messages)
        .add("next", page.next().value())
        .build();
  }

  private static JsonObject json(Message message) {
    return Json.createObjectBuilder()
        .add("seq", message.seq())
        .add("from", message.sender().agent().value())
        .add("text", message.text())
        .add("sentAt", message.sentAt().toString())
        .build();
  }
}
// end::resource[]
