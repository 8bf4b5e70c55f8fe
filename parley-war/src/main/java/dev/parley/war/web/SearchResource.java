package dev.parley.war.web;

import dev.parley.agent.AgentId;
import dev.parley.agent.Connection;
import dev.parley.message.Found;
import dev.parley.message.SearchQuery;
import dev.parley.problem.InvalidArgument;
import dev.parley.room.RoomName;
import dev.parley.war.tool.Fields;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Finds what was said in rooms. */
@Path("/api/search")
public final class SearchResource {
  private static final int USUAL = 20;

  private final HttpServletRequest request;

  /** Made for each request. */
  public SearchResource(@Context HttpServletRequest request) {
    this.request = request;
  }

  /** The newest first. */
  @GET
  public Response find(
      @QueryParam("q") @Nullable String words,
      @QueryParam("room") @Nullable String room,
      @QueryParam("from") @Nullable String from,
      @QueryParam("before") @Nullable String before,
      @QueryParam("limit") @Nullable String limit) {
    Connection observer = Sitting.of(request).observer();
    Optional<RoomName> topic = Given.optional("room", room, RoomName::of);
    Optional<AgentId> agent = Given.optional("from", from, AgentId::of);
    OptionalLong position = Given.position("before", before, 1);
    int most = Given.limit(limit, USUAL, SearchQuery.MOST_FOUND);
    if (position.isPresent() && topic.isEmpty()) {
      throw InvalidArgument.refusal("before", "a position is one of a room; name the room too");
    }
    SearchQuery query =
        Given.value(
            "q",
            words == null ? "" : words,
            text -> new SearchQuery(text, topic, agent, position, most));
    Found found = observer.bus().search(query);
    ItemList items = ItemList.of(request);
    boolean whole =
        found.messages().stream()
            .allMatch(stored -> items.add(RoomMessageForm.of(stored.message())));
    OptionalLong goOn = found.before();
    if (!whole) {
      long last = found.messages().get(items.count() - 1).message().seq();
      goOn = topic.isPresent() ? OptionalLong.of(last) : OptionalLong.empty();
    }
    return items.answer(
        Fields.none()
            .and("truncated", found.truncated() || !whole)
            .and("before", goOn.isPresent() ? Long.valueOf(goOn.getAsLong()) : null));
  }
}
