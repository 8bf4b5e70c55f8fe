package dev.parley.war.web;

import dev.parley.agent.AgentId;
import dev.parley.problem.Bounds;
import dev.parley.session.Session;
import dev.parley.session.SessionDraft;
import dev.parley.war.tool.Arguments;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;

/** Speaks in a session; what is said there is read among its events. */
@Path("/api/sessions/{session}/messages")
public final class SessionMessagesResource {
  private final HttpServletRequest request;

  /** Made for each request. */
  public SessionMessagesResource(@Context HttpServletRequest request) {
    this.request = request;
  }

  /** Says something, as the person, to one agent or to all. */
  @POST
  public Response send(@PathParam("session") String id, InputStream in) throws IOException {
    Session session = Given.session(Sitting.of(request).connection(), id);
    Arguments fields = Posted.read(in, "text", "to", "thread", "key");
    Optional<AgentId> to = fields.optionalValue("to", AgentId::of);
    Optional<String> key =
        fields.optionalValue(
            "key", text -> Bounds.text("key", text, SessionDraft.MAX_IDEMPOTENCY_KEY));
    Optional<String> thread =
        fields.optionalValue(
            "thread", name -> SessionDraft.broadcast("").in(name).thread().orElseThrow());
    SessionDraft draft =
        fields.value("text", text -> new SessionDraft(to, text, thread, Map.of(), key));
    return Answer.created(SessionMessageForm.of(session.messages().send(draft)));
  }
}
