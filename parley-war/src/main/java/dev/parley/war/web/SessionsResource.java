package dev.parley.war.web;

import dev.parley.agent.Connection;
import dev.parley.artifact.Review;
import dev.parley.artifact.ReviewStatus;
import dev.parley.session.Session;
import dev.parley.session.SessionId;
import dev.parley.session.SessionOverview;
import dev.parley.session.Sessions;
import dev.parley.task.Task;
import dev.parley.task.TaskStatus;
import dev.parley.war.tool.Times;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The runs of team work there are. */
@Path("/api/sessions")
public final class SessionsResource {
  private static final int USUAL = 50;
  private static final Counts NOTHING =
      new Counts(
          0,
          counted(List.<Task>of(), TaskStatus.values(), Task::status, TaskStatus::wireName),
          0,
          counted(
              List.<Review>of(), ReviewStatus.values(), Review::status, ReviewStatus::wireName));

  private final HttpServletRequest request;

  /** Made for each request. */
  public SessionsResource(@Context HttpServletRequest request) {
    this.request = request;
  }

  /**
   * Those that were started last come first. Those of which there is a summary and nothing else, as
   * another server held them, come last.
   */
  @GET
  public Response list(@QueryParam("limit") @Nullable String limit) {
    Connection observer = Sitting.of(request).observer();
    int most = Given.limit(limit, USUAL, Sessions.MOST_LISTED);
    Optional<SessionId> current = Personas.current(observer);
    Set<SessionId> summarized = new LinkedHashSet<>(observer.sessions().summarized());
    List<Form> forms = new ArrayList<>();
    for (SessionOverview session : observer.sessions().recent(most)) {
      forms.add(
          new Form(
              session.id().value(),
              startedAt(session),
              current.filter(session.id()::equals).isPresent(),
              summarized.remove(session.id()),
              Times.iso(session.createdAt()),
              true));
    }
    summarized.stream()
        .limit(most - forms.size())
        .forEach(id -> forms.add(new Form(id.value(), null, false, true, null, false)));
    return Answer.all(forms);
  }

  /** One of them, and how much it holds. */
  @GET
  @Path("/{session}")
  public Response one(@PathParam("session") String session) {
    Connection observer = Sitting.of(request).observer();
    SessionId id = Given.value("session", session, SessionId::new);
    Optional<Session> known = observer.sessions().find(id);
    if (known.isEmpty()) {
      String summary = observer.sessions().summary(id).orElseThrow(() -> Given.notFound("session"));
      return Answer.ok(new Full(id.value(), null, false, summary, NOTHING, 0, null, false));
    }
    Session found = known.get();
    SessionOverview overview = found.overview();
    List<Task> tasks = WholeBoard.of(found.tasks());
    List<Review> reviews = found.reviews().list();
    Counts counts =
        new Counts(
            overview.messages(),
            counted(tasks, TaskStatus.values(), Task::status, TaskStatus::wireName),
            overview.artifacts(),
            counted(reviews, ReviewStatus.values(), Review::status, ReviewStatus::wireName));
    return Answer.ok(
        new Full(
            found.id().value(),
            startedAt(overview),
            Personas.current(observer).filter(found.id()::equals).isPresent(),
            observer.sessions().summary(found.id()).orElse(null),
            counts,
            overview.lastEvent(),
            Times.iso(overview.createdAt()),
            true));
  }

  private static @Nullable String startedAt(SessionOverview session) {
    return session.startedAt().map(Times::iso).orElse(null);
  }

  private static <T, S> Map<String, Long> counted(
      List<T> all, S[] states, Function<T, S> state, Function<S, String> name) {
    Map<String, Long> counts = new LinkedHashMap<>();
    Arrays.stream(states).forEach(each -> counts.put(name.apply(each), 0L));
    all.forEach(one -> counts.merge(name.apply(state.apply(one)), 1L, Long::sum));
    return counts;
  }

  /**
   * A session in a list.
   *
   * @param startedAt when it was last started or gone back to
   * @param createdAt when it was first named
   * @param recorded whether more of it is here than a summary
   */
  private record Form(
      String id,
      @Nullable String startedAt,
      boolean current,
      boolean hasSummary,
      @Nullable String createdAt,
      boolean recorded) {}

  private record Full(
      String id,
      @Nullable String startedAt,
      boolean current,
      @Nullable String summary,
      Counts counts,
      long lastEvent,
      @Nullable String createdAt,
      boolean recorded) {}

  private record Counts(
      long messages, Map<String, Long> tasks, long artifacts, Map<String, Long> reviews) {}
}
