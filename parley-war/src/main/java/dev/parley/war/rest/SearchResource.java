package dev.parley.war.rest;

import dev.parley.agent.Connection;
import dev.parley.id.AgentId;
import dev.parley.id.RoomName;
import dev.parley.message.SearchQuery;
import dev.parley.message.SearchResult;
import dev.parley.page.ListPage;
import dev.parley.problem.InvalidArgument;
import dev.parley.session.Session;
import dev.parley.session.SessionOverview;
import dev.parley.session.Sessions;
import dev.parley.war.login.Login;
import dev.parley.war.view.RoomMessageView;
import dev.parley.war.wire.ResultFields;
import dev.parley.war.wire.Timestamps;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Finds what was said in rooms, and what is in sessions and memory. */
@Path("/api/search")
public final class SearchResource {
  private static final int DEFAULT_LIMIT = 20;

  /** The sessions that one search looks at, at most. */
  private static final int MAX_SESSIONS = 200;

  private final HttpServletRequest request;

  /** Made for each request. */
  public SearchResource(@Context HttpServletRequest request) {
    this.request = request;
  }

  /**
   * Returns what was found in memory, then in sessions, those started last first. Looks at so much
   * at most; {@code truncated} says whether there is more.
   */
  @GET
  @Path("/work")
  public Response findWork(
      @QueryParam("q") @Nullable String words,
      @QueryParam("session") @Nullable String session,
      @QueryParam("from") @Nullable String from,
      @QueryParam("limit") @Nullable String limit) {
    Login login = Login.of(request);
    Connection observer = login.observer();
    SearchQuery query =
        query(
            words,
            Optional.empty(),
            RequestParams.optional("from", from, AgentId::of),
            OptionalLong.empty(),
            limit);
    WorkSearch search = new WorkSearch(query);
    if (session == null || session.isEmpty()) {
      search.lookAt(observer.memory());
      boolean cut = lookAtSessions(search, login, observer.sessions());
      return found(search, cut);
    }
    Session one = RequestParams.session(observer, session);
    search.lookAt(seen(login, one), observer.sessions().summary(one.id()));
    return found(search, search.isFull());
  }

  /** Looks at the sessions; returns true if some were not looked at. */
  private static boolean lookAtSessions(WorkSearch search, Login login, Sessions sessions) {
    ListPage<SessionOverview> page = sessions.recent(Optional.empty(), MAX_SESSIONS);
    for (SessionOverview overview : page.items()) {
      if (search.isFull()) {
        return true;
      }
      sessions
          .find(overview.id())
          .ifPresent(known -> search.lookAt(seen(login, known), sessions.summary(overview.id())));
    }
    return search.isFull() || page.hasMore();
  }

  private static Session seen(Login login, Session session) {
    return login.reader().map(session::as).orElseGet(session::overseen);
  }

  private Response found(WorkSearch search, boolean cut) {
    ItemList items = ItemList.of(request);
    items.addFromFirst(search.found(), WorkForm::of);
    boolean whole = items.count() == search.found().size();
    return items.answer(ResultFields.none().and("truncated", cut || !whole));
  }

  private record WorkForm(
      String kind,
      @Nullable String session,
      String id,
      String title,
      @Nullable String by,
      @Nullable String at,
      String text) {
    static WorkForm of(WorkSearch.Found found) {
      return new WorkForm(
          found.kind().wireName(),
          found.session().orElse(null),
          found.id(),
          found.title(),
          found.by().map(AgentId::value).orElse(null),
          found.at().map(Timestamps::iso).orElse(null),
          found.text());
    }
  }

  private static SearchQuery query(
      @Nullable String words,
      Optional<RoomName> topic,
      Optional<AgentId> from,
      OptionalLong before,
      @Nullable String limit) {
    int most = RequestParams.limit(limit, DEFAULT_LIMIT, SearchQuery.MAX_FOUND);
    return RequestParams.value(
        "q", words == null ? "" : words, text -> new SearchQuery(text, topic, from, before, most));
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
    if (position.isPresent() && topic.isEmpty()) {
      throw InvalidArgument.refusal("before", "a position is one of a room; name the room too");
    }
    SearchQuery query = query(words, topic, agent, position, limit);
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
