package dev.parley.war.rest;

import dev.parley.agent.Connection;
import dev.parley.id.AgentId;
import dev.parley.id.RoomName;
import dev.parley.message.SearchQuery;
import dev.parley.message.SearchResult;
import dev.parley.problem.InvalidArgument;
import dev.parley.war.login.Login;
import dev.parley.war.view.RoomMessageView;
import dev.parley.war.wire.ResultFields;
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
  private static final int DEFAULT_LIMIT = 20;

  private final HttpServletRequest request;

  /** Made for each request. */
  public SearchResource(@Context HttpServletRequest request) {
    this.request = request;
  }

  /** Returns the messages found, the newest first. */
  @GET
  public Response find(
      @QueryParam("q") @Nullable String words,
      @QueryParam("room") @Nullable String room,
      @QueryParam("from") @Nullable String from,
      @QueryParam("before") @Nullable String before,
      @QueryParam("limit") @Nullable String limit) {
    Connection observer = Login.of(request).observer();
    Optional<RoomName> topic = RequestParams.optional("room", room, RoomName::of);
    Optional<AgentId> agent = RequestParams.optional("from", from, AgentId::of);
    OptionalLong position = RequestParams.position("before", before, 1);
    int most = RequestParams.limit(limit, DEFAULT_LIMIT, SearchQuery.MAX_FOUND);
    if (position.isPresent() && topic.isEmpty()) {
      throw InvalidArgument.refusal("before", "a position is one of a room; name the room too");
    }
    SearchQuery query =
        RequestParams.value(
            "q",
            words == null ? "" : words,
            text -> new SearchQuery(text, topic, agent, position, most));
    SearchResult found = observer.topics().search(query);
    ItemList items = ItemList.of(request);
    items.addFromFirst(found.messages(), stored -> RoomMessageView.of(stored.message()));
    boolean whole = items.count() == found.messages().size();
    OptionalLong goOn = found.before();
    if (!whole) {
      long last = found.messages().get(items.count() - 1).message().seq();
      goOn = topic.isPresent() ? OptionalLong.of(last) : OptionalLong.empty();
    }
    return items.answer(
        ResultFields.none()
            .and("truncated", found.truncated() || !whole)
            .and("before", goOn.isPresent() ? Long.valueOf(goOn.getAsLong()) : null));
  }
}
