package dev.parley.war.rest;

import dev.parley.event.RecordedEvent;
import dev.parley.id.AgentId;
import dev.parley.id.TaskId;
import dev.parley.page.ListPage;
import dev.parley.page.PageSize;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.TextLimits;
import dev.parley.session.Session;
import dev.parley.task.Gate;
import dev.parley.task.LinkedTask;
import dev.parley.task.Task;
import dev.parley.task.TaskChange;
import dev.parley.task.TaskDraft;
import dev.parley.task.TaskEdit;
import dev.parley.task.TaskFilter;
import dev.parley.war.grant.Rights;
import dev.parley.war.login.Login;
import dev.parley.war.view.BoardView;
import dev.parley.war.view.BoardView.TaskRights;
import dev.parley.war.view.EventView;
import dev.parley.war.view.TitleCache;
import dev.parley.war.wire.Arguments;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The board of a session. */
@Path("/api/sessions/{session}/tasks")
public final class TasksResource {
  private static final String STATUS = "status";
  private static final String ASSIGNEE = "assignee";
  private static final String TITLE = "title";
  private static final String DESCRIPTION = "description";
  private static final String PRIORITY = "priority";

  /** The bytes of the id of a task in an answer. */
  private static final int ID_BYTES = 29;

  /** The changes that one task is shown with, the newest; the others are among the events. */
  private static final int MAX_CHANGES = 500;

  private final HttpServletRequest request;

  /** Made for each request. */
  public TasksResource(@Context HttpServletRequest request) {
    this.request = request;
  }

  /**
   * Returns the tasks with the beginnings of their descriptions, in the order they were made, a
   * page at a time.
   */
  @GET
  public Response list(
      @PathParam("session") String session,
      @QueryParam(STATUS) @Nullable String status,
      @QueryParam(ASSIGNEE) @Nullable String assignee,
      @QueryParam("after") @Nullable String after,
      @QueryParam("limit") @Nullable String limit) {
    Session found = RequestParams.session(Login.of(request).observer(), session);
    TaskFilter filter =
        new TaskFilter(
            RequestParams.optional(STATUS, status, BoardView.STATUS::read),
            RequestParams.optional(ASSIGNEE, assignee, AgentId::of));
    return ItemList.of(request)
        .answer(
            (from, most, bytes) ->
                found
                    .tasks()
                    .linked(filter, from, new PageSize<>(most, bytes, TasksResource::size)),
            RequestParams.optional("after", after, TaskId::new),
            RequestParams.limit(limit),
            task -> BoardView.brief(task).map(),
            task -> task.task().id());
  }

  /** Returns the least number of bytes of a task, for a page that is read. */
  private static long size(LinkedTask task) {
    return (long) ID_BYTES * task.links() + task.task().draft().title().length();
  }

  /** Returns one task, with what was derived from it and the changes that led to its state. */
  @GET
  @Path("/{task}")
  public Response one(@PathParam("session") String session, @PathParam("task") String task) {
    Session found = RequestParams.session(Login.of(request).observer(), session);
    TaskId id = RequestParams.value("task", task, TaskId::new);
    LinkedTask known = found.tasks().linked(id).orElseThrow(() -> RequestParams.notFound("task"));
    ListPage<RecordedEvent> changes = found.changesOf(id, MAX_CHANGES);
    TitleCache subjects = TitleCache.of(found, changes.items());
    return JsonResponses.ok(
        BoardView.full(known, openGates(found, known.task()), rights(known.task()))
            .and("children", BoardView.ids(known.children()))
            .and(
                "history",
                changes.items().stream()
                    .map(event -> EventView.of(found.id(), event, subjects))
                    .toList())
            .and("historyTruncated", changes.hasMore())
            .map());
  }

  /** Puts a task on the board. */
  @POST
  public Response create(@PathParam("session") String session, InputStream in) throws IOException {
    Session found = RequestParams.session(Login.of(request).connection(), session);
    Task made = found.tasks().create(draft(in));
    return JsonResponses.created(full(found, made));
  }

  private static TaskDraft draft(InputStream in) throws IOException {
    Arguments fields =
        JsonBody.read(in, TITLE, PRIORITY, DESCRIPTION, ASSIGNEE, "dependsOn", "key", "gates");
    TaskDraft.Builder draft = TaskDraft.titled(fields.value(TITLE, TasksResource::title));
    fields.optionalValue(PRIORITY, BoardView.PRIORITY::read).ifPresent(draft::priority);
    fields.optionalValue(DESCRIPTION, TasksResource::description).ifPresent(draft::description);
    fields.optionalValue(ASSIGNEE, AgentId::of).ifPresent(draft::assignee);
    fields.optionalValue("key", text -> bounded(text, TaskDraft.MAX_KEY)).ifPresent(draft::once);
    List<TaskId> dependsOn = fields.values("dependsOn", TaskId::new);
    List<Gate> gates = fields.values("gates", Gate::of);
    TextLimits.count("gates", gates.size(), TaskDraft.MAX_GATES);
    return RequestParams.field("dependsOn", () -> draft.dependsOn(dependsOn).gates(gates).build());
  }

  private static String title(String text) {
    return bounded(text, TaskDraft.MAX_TITLE);
  }

  private static String description(String text) {
    return bounded(text, TaskDraft.MAX_DESCRIPTION);
  }

  private static String bounded(String text, int most) {
    return TextLimits.text("text", text, most);
  }

  /** Moves a task or assigns it, or edits its content. */
  @PATCH
  @Path("/{task}")
  public Response change(
      @PathParam("session") String session, @PathParam("task") String task, InputStream in)
      throws IOException {
    Session found = RequestParams.session(Login.of(request).connection(), session);
    TaskId id = RequestParams.value("task", task, TaskId::new);
    Arguments fields = JsonBody.read(in, STATUS, ASSIGNEE, TITLE, DESCRIPTION, PRIORITY);
    if (fields.hasAny(TITLE, DESCRIPTION, PRIORITY)) {
      return JsonResponses.ok(full(found, found.tasks().edit(id, edit(fields))));
    }
    TaskChange change =
        new TaskChange(
            fields.optionalValue(STATUS, BoardView.STATUS::read),
            fields.optionalValue(ASSIGNEE, AgentId::of),
            Optional.empty());
    return JsonResponses.ok(full(found, found.tasks().update(id, change)));
  }

  private static TaskEdit edit(Arguments fields) {
    for (String other : List.of(STATUS, ASSIGNEE)) {
      if (fields.hasAny(other)) {
        throw InvalidArgument.refusal(
            other, "title, description and priority are changed in a request without it");
      }
    }
    return new TaskEdit(
        fields.optionalValue(TITLE, TasksResource::title),
        fields.optionalValue(DESCRIPTION, TasksResource::description),
        fields.optionalValue(PRIORITY, BoardView.PRIORITY::read));
  }

  private Object full(Session session, Task task) {
    LinkedTask linked =
        session
            .tasks()
            .linked(task.id())
            .orElseGet(() -> new LinkedTask(task, List.of(), List.of(), List.of()));
    return BoardView.full(linked, openGates(session, linked.task()), rights(linked.task())).map();
  }

  private static List<Gate> openGates(Session session, Task task) {
    return task.draft().gates().isEmpty() ? List.of() : session.tasks().openGates(task.id());
  }

  private TaskRights rights(Task task) {
    Login login = Login.of(request);
    AgentId person = new AgentId(login.name().value());
    boolean works = Rights.WORK_ON_PAGE.isMetBy(login.grant());
    return new TaskRights(
        login.leads() || (works && task.mayBeChangedBy(person)),
        login.leads() ? task.isEditable() : works && task.mayBeEditedBy(person));
  }
}
