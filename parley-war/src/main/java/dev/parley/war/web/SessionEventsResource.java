package dev.parley.war.web;

import dev.parley.event.Event;
import dev.parley.session.Session;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What changed in a session: its history, and what a replay shows. */
@Path("/api/sessions/{session}/events")
public final class SessionEventsResource {
  private static final int USUAL = 200;
  private static final int MOST = 1_000;

  private final HttpServletRequest request;

  /** Made for each request. */
  public SessionEventsResource(@Context HttpServletRequest request) {
    this.request = request;
  }

  /** What follows a position, what stands before one, or the newest; oldest first. */
  @GET
  public Response read(
      @PathParam("session") String id,
      @QueryParam("after") @Nullable String after,
      @QueryParam("before") @Nullable String before,
      @QueryParam("limit") @Nullable String limit,
      @QueryParam("kind") @Nullable String kind) {
    Session session = Given.session(Sitting.of(request).observer(), id);
    OptionalLong from = Given.position("after", after, 0);
    OptionalLong to = Given.position("before", before, 1);
    Given.oneOf(from, to);
    int most = Given.limit(limit, USUAL, MOST);
    EventPages pages =
        new EventPages(
            session,
            Given.optional("kind", kind, SessionEventsResource::kinds)
                .orElseGet(() -> EnumSet.noneOf(Event.Kind.class)));
    EventPages.Page page =
        from.isPresent()
            ? pages.after(from.getAsLong(), most)
            : pages.before(to.orElseGet(() -> session.overview().lastEvent() + 1), most);
    Subjects subjects = Subjects.ofPage(session);
    return Answer.ok(
        new Answer.Window(
            page.events().stream()
                .map(event -> EventForm.of(session.id(), event, subjects))
                .toList(),
            page.next(),
            page.previous() == 0 ? null : Long.valueOf(page.previous())));
  }

  private static Set<Event.Kind> kinds(String names) {
    Set<Event.Kind> kinds = EnumSet.noneOf(Event.Kind.class);
    Arrays.stream(names.split(",", -1)).map(EventForm.KIND::read).forEach(kinds::add);
    return kinds;
  }
}
