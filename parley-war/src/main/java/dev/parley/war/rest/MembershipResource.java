package dev.parley.war.rest;

import dev.parley.agent.Connection;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import dev.parley.room.JoinResult;
import dev.parley.war.login.Login;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;

/** A person's membership in a room. */
@Path("/api/rooms/{room}/seat")
public final class MembershipResource {
  private final HttpServletRequest request;

  /** Made for each request. */
  public MembershipResource(@Context HttpServletRequest request) {
    this.request = request;
  }

  /** Joins the room, or renames the member. */
  @PUT
  public Response take(@PathParam("room") String room, InputStream in) throws IOException {
    Connection person = Login.of(request).connection();
    RoomName name = RequestParams.value("room", room, RoomName::of);
    JoinResult joined =
        JsonBody.read(in, "nickname")
            .optionalValue("nickname", Nickname::of)
            .map(wish -> person.rooms().join(name, wish))
            .orElseGet(() -> RoomEntry.take(person, name));
    return JsonResponses.ok(
        new Form(joined.room().value(), joined.nickname().value(), joined.membersCount()));
  }

  /** Leaves the room. */
  @DELETE
  public Response leave(@PathParam("room") String room) {
    Connection person = Login.of(request).connection();
    person.rooms().leave(RequestParams.value("room", room, RoomName::of));
    return JsonResponses.nothing();
  }

  private record Form(String room, String nickname, long membersCount) {}
}
