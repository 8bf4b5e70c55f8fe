package dev.parley.war.web;

import dev.parley.agent.Connection;
import dev.parley.room.RoomListing;
import dev.parley.room.RoomMember;
import dev.parley.room.RoomName;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The rooms, and who is in them. */
@Path("/api/rooms")
public final class RoomsResource {
  private final HttpServletRequest request;

  /** Made for each request. */
  public RoomsResource(@Context HttpServletRequest request) {
    this.request = request;
  }

  /** Every room, by name: those somebody is in, and those of which something is kept. */
  @GET
  public Response list() {
    Connection person = Sitting.of(request).connection();
    Set<RoomName> durable = new HashSet<>(person.bus().topics());
    RoomListing listing = person.rooms().list();
    Map<String, Form> rooms = new TreeMap<>();
    durable.forEach(room -> rooms.put(room.value(), new Form(room.value(), true, 0, null)));
    for (RoomListing.OpenRoom open : listing.available()) {
      RoomName room = open.room();
      rooms.put(
          room.value(), new Form(room.value(), durable.contains(room), open.membersCount(), null));
    }
    for (RoomListing.Seat seat : listing.joined()) {
      RoomName room = seat.room();
      long members = person.rooms().whoIsHere(room).size();
      rooms.put(
          room.value(),
          new Form(room.value(), durable.contains(room), members, seat.nickname().value()));
    }
    return Answer.all(List.copyOf(rooms.values()));
  }

  /** One of them. */
  @GET
  @Path("/{room}")
  public Response one(@PathParam("room") String room) {
    Connection person = Sitting.of(request).connection();
    RoomName name = Given.value("room", room, RoomName::of);
    boolean durable = person.bus().topics().contains(name);
    List<RoomMember> members = person.rooms().members(name);
    RoomListing listing = person.rooms().list();
    @Nullable String nickname =
        listing.joined().stream()
            .filter(seat -> seat.room().equals(name))
            .map(seat -> seat.nickname().value())
            .findFirst()
            .orElse(null);
    boolean open = listing.available().stream().anyMatch(other -> other.room().equals(name));
    if (!durable && !open && nickname == null) {
      throw Given.notFound("room");
    }
    return Answer.ok(
        new Full(
            name.value(),
            durable,
            members.stream().map(member -> member.nickname().value()).toList(),
            nickname,
            members.stream().map(MemberForm::of).toList()));
  }

  private record Form(String name, boolean durable, long membersCount, @Nullable String nickname) {}

  private record Full(
      String name,
      boolean durable,
      List<String> members,
      @Nullable String nickname,
      List<MemberForm> people) {}

  /** Who is in the room: the name there, and the agent's, which tells whether it is online. */
  private record MemberForm(String nickname, String agent) {
    static MemberForm of(RoomMember member) {
      return new MemberForm(member.nickname().value(), member.agent().value());
    }
  }
}
