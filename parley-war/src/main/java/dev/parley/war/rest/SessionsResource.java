package dev.parley.war.rest;

import dev.parley.agent.Connection;
import dev.parley.artifact.ReviewStatus;
import dev.parley.event.Event;
import dev.parley.event.MessageSaid;
import dev.parley.event.RecordedEvent;
import dev.parley.id.SessionId;
import dev.parley.page.PageSize;
import dev.parley.problem.InvalidArgument;
import dev.parley.session.Session;
import dev.parley.session.SessionOverview;
import dev.parley.session.Sessions;
import dev.parley.session.WorkState;
import dev.parley.task.TaskStatus;
import dev.parley.war.login.Login;
import dev.parley.war.view.Personas;
import dev.parley.war.wire.Timestamps;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The sessions of team work there are. */
@Path("/api/sessions")
public final class SessionsResource {
  private static final int DEFAULT_LIMIT = 50;

  /** The most agents that one session names. */
  private static final int MAX_AGENTS = 20;

  /** The messages among which the first one to everyone is looked for. */
  private static final int FIRST_MESSAGES = 20;

  private static final int FIRST_CHARACTERS = 100_000;
  private static final int MAX_OPENING = 200;
  private static final Counts NOTHING = new Counts(0, tasks(Map.of()), 0, reviews(Map.of()));

  private final HttpServletRequest request;

  /** Made for each request. */
  public SessionsResource(@Context HttpServletRequest request) {
    this.request = request;
  }

  /**
   * Returns the sessions. Those that were started last come first. Those of which there is a
   * summary and nothing else, as another server held them, come last.
   */
  @GET
  public Response list(
      @QueryParam("after") @Nullable String after, @QueryParam("limit") @Nullable String limit) {
    Connection observer = Login.of(request).observer();
    SessionPages pages = new SessionPages(observer.sessions());
    Optional<SessionId> current = Personas.current(observer);
    return ItemList.of(request)
        .answer(
            (from, most, bytes) -> pages.after(from, most),
            RequestParams.optional("after", after, SessionId::new),
            RequestParams.limit(limit, DEFAULT_LIMIT, Sessions.MAX_LISTED),
            session -> form(session, current, pages.isSummarized(session.id())),
            SessionPages.Listed::id);
  }

  private static Form form(
      SessionPages.Listed session, Optional<SessionId> current, boolean hasSummary) {
    Optional<SessionOverview> overview = session.overview();
    return new Form(
        session.id().value(),
        overview.map(SessionsResource::startedAt).orElse(null),
        current.filter(session.id()::equals).isPresent(),
        hasSummary,
        overview.map(known -> Timestamps.iso(known.createdAt())).orElse(null),
        overview.isPresent());
  }

  /** Returns one session, and how much it holds. */
  @GET
  @Path("/{session}")
  public Response one(@PathParam("session") String session) {
    Connection observer = Login.of(request).observer();
    SessionId id = RequestParams.value("session", session, SessionId::new);
    Optional<Session> known = observer.sessions().find(id);
    if (known.isEmpty()) {
      String summary =
          observer.sessions().summary(id).orElseThrow(() -> RequestParams.notFound("session"));
      return JsonResponses.ok(
          new Full(
              id.value(), null, false, summary, NOTHING, 0, null, false, null, List.of(), 0, null));
    }
    Session found = known.get();
    SessionOverview overview = found.overview();
    Counts counts =
        new Counts(
            overview.messages(),
            tasks(found.tasks().counts()),
            overview.artifacts(),
            reviews(found.reviews().counts()));
    List<WorkState> agents = found.workStates();
    return JsonResponses.ok(
        new Full(
            found.id().value(),
            startedAt(overview),
            Personas.current(observer).filter(found.id()::equals).isPresent(),
            observer.sessions().summary(found.id()).orElse(null),
            counts,
            overview.lastEvent(),
            Timestamps.iso(overview.createdAt()),
            true,
            opening(found),
            agents.stream().limit(MAX_AGENTS).map(state -> state.agent().value()).toList(),
            agents.size(),
            lastAt(found, overview)));
  }

  /**
   * Returns a whole session as one file, with the direct messages that the person may read.
   *
   * @param format {@code markdown}, which is usual, or {@code json}
   */
  @GET
  @Path("/{session}/export")
  public Response export(
      @PathParam("session") String session, @QueryParam("format") @Nullable String format) {
    Login login = Login.of(request);
    Session found = RequestParams.session(login.observer(), session);
    Session seen = login.reader().map(found::as).orElseGet(found::overseen);
    ExportFormat chosen =
        RequestParams.optional("format", format, SessionsResource::format)
            .orElseGet(MarkdownExport::new);
    return JsonResponses.file(
        new SessionExport(seen, login.observer().sessions().summary(found.id()), chosen),
        chosen.mediaType(),
        DownloadName.of("session-" + found.id().value() + chosen.suffix(), chosen.suffix()));
  }

  private static ExportFormat format(String name) {
    return switch (name) {
      case "markdown" -> new MarkdownExport();
      case "json" -> new JsonExport();
      default -> throw InvalidArgument.refusal("format", "it must be markdown or json");
    };
  }

  /** Returns the first line of the first message to everyone, if it is among the first messages. */
  private static @Nullable String opening(Session session) {
    PageSize<RecordedEvent> first =
        new PageSize<>(FIRST_MESSAGES, FIRST_CHARACTERS, RecordedEvent::contentLength);
    return session.events(0, EnumSet.of(Event.Kind.MESSAGE_SAID), first).items().stream()
        .map(event -> ((MessageSaid) event.event()).message())
        .filter(message -> message.to().isEmpty())
        .findFirst()
        .map(message -> firstLine(message.draft().content()))
        .orElse(null);
  }

  /** Cuts without halving a character of two code units. */
  private static String firstLine(String content) {
    String line = content.strip().lines().findFirst().orElse("");
    if (line.length() <= MAX_OPENING) {
      return line;
    }
    boolean halves = Character.isHighSurrogate(line.charAt(MAX_OPENING - 1));
    return line.substring(0, MAX_OPENING - (halves ? 1 : 0));
  }

  private static @Nullable String lastAt(Session session, SessionOverview overview) {
    List<RecordedEvent> last =
        session
            .eventsBefore(
                overview.lastEvent() + 1, EnumSet.noneOf(Event.Kind.class), PageSize.of(1))
            .items();
    return last.isEmpty() ? null : Timestamps.iso(last.get(0).at());
  }

  private static @Nullable String startedAt(SessionOverview session) {
    return session.startedAt().map(Timestamps::iso).orElse(null);
  }

  private static Map<String, Long> tasks(Map<TaskStatus, Long> counts) {
    return counted(TaskStatus.values(), TaskStatus::wireName, counts);
  }

  private static Map<String, Long> reviews(Map<ReviewStatus, Long> counts) {
    return counted(ReviewStatus.values(), ReviewStatus::wireName, counts);
  }

  private static <S> Map<String, Long> counted(
      S[] states, Function<S, String> name, Map<S, Long> counts) {
    Map<String, Long> all = new LinkedHashMap<>();
    Arrays.stream(states).forEach(each -> all.put(name.apply(each), counts.getOrDefault(each, 0L)));
    return all;
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

  /**
   * A session in full.
   *
   * @param opening the first line of the first message to everyone
   * @param agents those that acted in it or have tasks, who acted last first; the first of them
   * @param agentCount the number of all of them
   * @param lastAt the time of the last change that this person may read
   */
  private record Full(
      String id,
      @Nullable String startedAt,
      boolean current,
      @Nullable String summary,
      Counts counts,
      long lastEvent,
      @Nullable String createdAt,
      boolean recorded,
      @Nullable String opening,
      List<String> agents,
      int agentCount,
      @Nullable String lastAt) {}

  private record Counts(
      long messages, Map<String, Long> tasks, long artifacts, Map<String, Long> reviews) {}
}
