package dev.parley.war.web;

import dev.parley.agent.AgentId;
import dev.parley.event.Event;
import dev.parley.event.TaskChanged;
import dev.parley.problem.Bounds;
import dev.parley.session.Session;
import dev.parley.task.Task;
import dev.parley.task.TaskChange;
import dev.parley.task.TaskDraft;
import dev.parley.task.TaskId;
import dev.parley.task.TaskStatus;
import dev.parley.war.tool.Arguments;
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
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The board of a session. */
@Path("/api/sessions/{session}/tasks")
public final class TasksResource {
  private static final String STATUS = "status";
  private static final String ASSIGNEE = "assignee";

  private final HttpServletRequest request;

  /** Made for each request. */
  public TasksResource(@Context HttpServletRequest request) {
    this.request = request;
  }

  /** Its tasks without their descriptions, in the order they were made. */
  @GET
  public Response list(
      @PathParam("session") String session,
      @QueryParam(STATUS) @Nullable String status,
      @QueryParam(ASSIGNEE) @Nullable String assignee) {
    Session found = Given.session(Sitting.of(request).observer(), session);
    Optional<TaskStatus> stands = Given.optional(STATUS, status, BoardForm.STATUS::read);
    Optional<AgentId> has = Given.optional(ASSIGNEE, assignee, AgentId::of);
    List<Task> all = WholeBoard.of(found.tasks());
    BoardForm board = new BoardForm(all);
    return Answer.all(
        all.stream()
            .filter(task -> stands.isEmpty() || stands.get() == task.status())
            .filter(task -> has.isEmpty() || has.equals(task.assignee()))
            .map(task -> board.brief(task).map())
            .toList());
  }

  /** One of them, with what was derived from it and how it came to stand where it stands. */
  @GET
  @Path("/{task}")
  public Response one(@PathParam("session") String session, @PathParam("task") String task) {
    Session found = Given.session(Sitting.of(request).observer(), session);
    TaskId id = Given.value("task", task, TaskId::new);
    Task known = found.tasks().find(id).orElseThrow(() -> Given.notFound("task"));
    BoardForm board = new BoardForm(WholeBoard.of(found.tasks()));
    return Answer.ok(
        board
            .full(known, person())
            .and("children", board.children(known))
            .and("history", history(found, known))
            .map());
  }

  private static List<?> history(Session session, Task task) {
    Subjects subjects = Subjects.ofPage(session);
    return new EventPages(session, Set.of())
            .all(
                event ->
                    event.event().kind() == Event.Kind.TASK_CHANGED
                        && ((TaskChanged) event.event()).task().equals(task.id()))
            .stream()
            .map(event -> EventForm.of(session.id(), event, subjects))
            .toList();
  }

  /** Puts a task on the board. */
  @POST
  public Response create(@PathParam("session") String session, InputStream in) throws IOException {
    Session found = Given.session(Sitting.of(request).connection(), session);
    Task made = found.tasks().create(draft(in));
    return Answer.created(full(found, made));
  }

  private static TaskDraft draft(InputStream in) throws IOException {
    Arguments fields =
        Posted.read(in, "title", "priority", "description", ASSIGNEE, "dependsOn", "key");
    TaskDraft.Builder draft =
        TaskDraft.titled(fields.value("title", text -> bounded(text, TaskDraft.MAX_TITLE)));
    fields.optionalValue("priority", BoardForm.PRIORITY::read).ifPresent(draft::priority);
    fields
        .optionalValue("description", text -> bounded(text, TaskDraft.MAX_DESCRIPTION))
        .ifPresent(draft::description);
    fields.optionalValue(ASSIGNEE, AgentId::of).ifPresent(draft::assignee);
    fields.optionalValue("key", text -> bounded(text, TaskDraft.MAX_KEY)).ifPresent(draft::once);
    List<TaskId> dependsOn = fields.values("dependsOn", TaskId::new);
    return Given.field("dependsOn", () -> draft.dependsOn(dependsOn).build());
  }

  private static String bounded(String text, int most) {
    return Bounds.text("text", text, most);
  }

  /** Moves a task, or gives it to somebody. */
  @PATCH
  @Path("/{task}")
  public Response change(
      @PathParam("session") String session, @PathParam("task") String task, InputStream in)
      throws IOException {
    Session found = Given.session(Sitting.of(request).connection(), session);
    TaskId id = Given.value("task", task, TaskId::new);
    Arguments fields = Posted.read(in, STATUS, ASSIGNEE);
    TaskChange change =
        new TaskChange(
            fields.optionalValue(STATUS, BoardForm.STATUS::read),
            fields.optionalValue(ASSIGNEE, AgentId::of),
            Optional.empty());
    return Answer.ok(full(found, found.tasks().update(id, change)));
  }

  private Object full(Session session, Task task) {
    return new BoardForm(WholeBoard.of(session.tasks())).full(task, person()).map();
  }

  private AgentId person() {
    return new AgentId(Sitting.of(request).name().value());
  }
}
