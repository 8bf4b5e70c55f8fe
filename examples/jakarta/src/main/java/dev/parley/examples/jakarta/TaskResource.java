package dev.parley.examples.jakarta;

import dev.parley.id.AgentId;
import dev.parley.session.Session;
import dev.parley.task.Task;
import dev.parley.task.TaskDraft;
import dev.parley.task.TaskFilter;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.json.Json;
import jakarta.json.JsonArray;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;

/** The tasks of the session {@code orders}, which agents claim. */
@Path("/tasks")
@RequestScoped
public class TaskResource {
  @Inject Session session;

  /** Creates a task; the form is {@code {"title": "…", "key": "…"}}, and a key has one task. */
  @POST
  public Response create(JsonObject task) {
    TaskDraft.Builder draft = TaskDraft.titled(task.getString("title", ""));
    if (task.containsKey("key")) {
      draft.once(task.getString("key"));
    }
    Task created = session.tasks().create(draft.build());
    return Response.status(Response.Status.CREATED).entity(json(created)).build();
  }

  /** All tasks, in the order of creation. */
  @GET
  public JsonArray list() {
    JsonArrayBuilder tasks = Json.createArrayBuilder();
    session.tasks().list(TaskFilter.ALL).forEach(task -> tasks.add(json(task)));
    return tasks.build();
  }

  private static JsonObject json(Task task) {
    return Json.createObjectBuilder()
        .add("id", task.id().value())
        .add("title", task.draft().title())
        .add("status", task.status().wireName())
        .add("assignee", task.assignee().map(AgentId::value).orElse(""))
        .build();
  }
}
