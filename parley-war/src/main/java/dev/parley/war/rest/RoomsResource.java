package dev.parley.war.rest;

import dev.parley.agent.Connection;
import dev.parley.id.RoomName;
import dev.parley.page.ListPage;
import dev.parley.room.RoomListing;
import dev.parley.room.RoomMember;
import dev.parley.war.login.Login;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
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

  /**
   * Every room, by name, a page at a time: those somebody is in, and those of which something is
   * kept.
   */
  @GET
  public Response list(
      @QueryParam("after") @Nullable String after, @QueryParam("limit") @Nullable String limit) {
    Connection person = Login.of(request).connection();
    Set<RoomName> durable = new HashSet<>(person.topics().topics());
    return ItemList.of(request)
        .answer(
            (from, most, bytes) -> page(person, durable, from, most),
            RequestParams.optional("after", after, RoomName::of),
            RequestParams.limit(limit),
            form -> form,
            form -> RoomName.of(form.name()));
  }

  /**
   * Joins the three lists there are. A list that goes on fills the page alone, so the page ends at
   * its last room or before.
   */
  private static ListPage<Form> page(
      Connection person, Set<RoomName> durable, Optional<RoomName> after, int limit) {
    RoomListing listing = person.rooms().list(after, limit);
    TreeMap<String, Form> rooms = new TreeMap<>();
    durable.forEach(room -> rooms.put(room.value(), new Form(room.value(), true, 0, null)));
    for (RoomListing.RoomSummary open : listing.available()) {
      RoomName room = open.room();
      rooms.put(
          room.value(), new Form(room.value(), durable.contains(room), open.membersCount(), null));
    }
    for (RoomListing.Membership membership : listing.joined()) {
      RoomName room = membership.room();
      rooms.put(
          room.value(),
          new Form(room.value(), durable.contains(room), 0, membership.nickname().value()));
    }
    NavigableMap<String, Form> following =
        after.isPresent() ? rooms.tailMap(after.get().value(), false) : rooms;
    List<Form> all = List.copyOf(following.values());
    List<Form> page = all.subList(0, Math.min(limit, all.size()));
    return new ListPage<>(
        page.stream().map(form -> counted(person, form)).toList(),
        listing.hasMore() || page.size() < all.size());
  }

  private static Form counted(Connection person, Form form) {
    return form.nickname() == null
        ? form
        : new Form(
            form.name(),
            form.durable(),
            person.rooms().whoIsHere(RoomName.of(form.name())).size(),
            form.nickname());
  }

  /** Returns one room. */
  @GET
  @Path("/{room}")
  public Response one(@PathParam("room") String room) {
    Connection person = Login.of(request).connection();
    RoomName name = RequestParams.value("room", room, RoomName::of);
    boolean durable = person.topics().topics().contains(name);
    List<RoomMember> members = person.rooms().members(name);
    RoomListing listing = person.rooms().list();
    @Nullable String nickname =
        listing.joined().stream()
            .filter(membership -> membership.room().equals(name))
            .map(membership -> membership.nickname().value())
            .findFirst()
            .orElse(null);
    boolean open = listing.available().stream().anyMatch(other -> other.room().equals(name));
    if (!durable && !open && nickname == null) {
      throw RequestParams.notFound("room");
    }
    return JsonResponses.ok(
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

  /** A member of the room: its name there, and the agent's, which shows whether it is online. */
  private record MemberForm(String nickname, String agent) {
    static MemberForm of(RoomMember member) {
      return new MemberForm(member.nickname().value(), member.agent().value());
    }
  }
}
