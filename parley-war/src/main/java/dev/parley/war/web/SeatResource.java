package dev.parley.war.web;

import dev.parley.agent.Connection;
import dev.parley.room.Joined;
import dev.parley.room.Nickname;
import dev.parley.room.RoomName;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;

/** A person's place in a room. */
@Path("/api/rooms/{room}/seat")
public final class SeatResource {
  private final HttpServletRequest request;

  /** Made for each request. */
  public SeatResource(@Context HttpServletRequest request) {
    this.request = request;
  }

  /** Takes it, or renames who has it. */
  @PUT
  public Response take(@PathParam("room") String room, InputStream in) throws IOException {
    Connection person = Sitting.of(request).connection();
    RoomName name = Given.value("room", room, RoomName::of);
    Joined joined =
        Posted.read(in, "nickname")
            .optionalValue("nickname", Nickname::of)
            .map(wish -> person.rooms().join(name, wish))
            .orElseGet(() -> Seat.take(person, name));
    return Answer.ok(
        new Form(joined.room().value(), joined.nickname().value(), joined.membersCount()));
  }

  /** Leaves it. */
  @DELETE
  public Response leave(@PathParam("room") String room) {
    Connection person = Sitting.of(request).connection();
    person.rooms().leave(Given.value("room", room, RoomName::of));
    return Answer.nothing();
  }

  private record Form(String room, String nickname, long membersCount) {}
}
