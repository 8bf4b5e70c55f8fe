package dev.parley.war.rest;

import dev.parley.event.Event;
import dev.parley.event.RecordedEvent;
import dev.parley.page.ListPage;
import dev.parley.page.PageSize;
import dev.parley.session.Session;
import dev.parley.war.login.Login;
import dev.parley.war.view.EventView;
import dev.parley.war.view.TitleCache;
import dev.parley.war.wire.ResultFields;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The changes of a session: its history, and what a replay shows. */
@Path("/api/sessions/{session}/events")
public final class SessionEventsResource {
  private static final int DEFAULT_LIMIT = 200;
  private static final int MAX_COUNT = 1_000;

  private final HttpServletRequest request;

  /** Made for each request. */
  public SessionEventsResource(@Context HttpServletRequest request) {
    this.request = request;
  }

  /** Returns the events after a seq, those before one, or the newest; oldest first. */
  @GET
  public Response read(
      @PathParam("session") String id,
      @QueryParam("after") @Nullable String after,
      @QueryParam("before") @Nullable String before,
      @QueryParam("limit") @Nullable String limit,
      @QueryParam("kind") @Nullable String kind) {
    Login login = Login.of(request);
    Session found = RequestParams.session(login.observer(), id);
    Session session = login.reader().map(found::as).orElseGet(found::overseen);
    OptionalLong from = RequestParams.position("after", after, 0);
    OptionalLong to = RequestParams.position("before", before, 1);
    RequestParams.oneOf(from, to);
    int most = RequestParams.limit(limit, DEFAULT_LIMIT, MAX_COUNT);
    Set<Event.Kind> kinds =
        RequestParams.optional("kind", kind, SessionEventsResource::kinds)
            .orElseGet(() -> EnumSet.noneOf(Event.Kind.class));
    ItemList items = ItemList.of(request);
    PageSize<RecordedEvent> size =
        new PageSize<>(most, items.budget(), RecordedEvent::contentLength);
    return from.isPresent()
        ? following(session, from.getAsLong(), kinds, size, items)
        : preceding(
            session, to.orElseGet(() -> session.overview().lastEvent() + 1), kinds, size, items);
  }

  private static Response following(
      Session session,
      long after,
      Set<Event.Kind> kinds,
      PageSize<RecordedEvent> size,
      ItemList items) {
    ListPage<RecordedEvent> page = session.events(after, kinds, size);
    TitleCache subjects = TitleCache.of(session, page.items());
    List<RecordedEvent> added =
        items.addFromFirst(page.items(), event -> EventView.of(session.id(), event, subjects));
    long next = added.isEmpty() ? after : added.get(added.size() - 1).seq();
    boolean truncated = page.hasMore() || added.size() < page.items().size();
    return items.answer(
        window(next, after == 0 ? null : Long.valueOf(after + 1)).and("truncated", truncated));
  }

  private static Response preceding(
      Session session,
      long before,
      Set<Event.Kind> kinds,
      PageSize<RecordedEvent> size,
      ItemList items) {
    ListPage<RecordedEvent> page = session.eventsBefore(before, kinds, size);
    TitleCache subjects = TitleCache.of(session, page.items());
    List<RecordedEvent> added =
        items.addFromLast(page.items(), event -> EventView.of(session.id(), event, subjects));
    long first = added.isEmpty() ? before : added.get(0).seq();
    boolean truncated = page.hasMore() || added.size() < page.items().size();
    return items.answer(
        window(before - 1, truncated ? Long.valueOf(first) : null).and("truncated", truncated));
  }

  private static ResultFields window(long next, @Nullable Long previous) {
    return ResultFields.none().and("next", next).and("previous", previous);
  }

  private static Set<Event.Kind> kinds(String names) {
    Set<Event.Kind> kinds = EnumSet.noneOf(Event.Kind.class);
    Arrays.stream(names.split(",", -1)).map(EventView.KIND::read).forEach(kinds::add);
    return kinds;
  }
}
