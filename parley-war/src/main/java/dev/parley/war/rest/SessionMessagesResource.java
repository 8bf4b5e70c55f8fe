package dev.parley.war.rest;

import dev.parley.agent.Connection;
import dev.parley.id.AgentId;
import dev.parley.message.SessionMessage;
import dev.parley.message.SessionMessageDraft;
import dev.parley.problem.TextLimits;
import dev.parley.session.Session;
import dev.parley.war.login.Login;
import dev.parley.war.view.SessionMessageView;
import dev.parley.war.wake.Desks;
import dev.parley.war.wire.Arguments;
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

  /** Sends a message as the person, to one agent or to all. */
  @POST
  public Response send(@PathParam("session") String id, InputStream in) throws IOException {
    Login login = Login.of(request);
    Connection person = login.connection();
    Session session = RequestParams.session(person, id);
    Arguments fields = JsonBody.read(in, "text", "to", "thread", "metadata", "key", "urgent");
    Optional<AgentId> to = fields.optionalValue("to", AgentId::of);
    Optional<String> key =
        fields.optionalValue(
            "key", text -> TextLimits.text("key", text, SessionMessageDraft.MAX_IDEMPOTENCY_KEY));
    Optional<String> thread =
        fields.optionalValue(
            "thread", name -> SessionMessageDraft.broadcast("").in(name).thread().orElseThrow());
    // checked before the text, so that a refusal names the field that it is about
    Map<String, String> metadata =
        new SessionMessageDraft(to, "", thread, fields.texts("metadata"), key).metadata();
    SessionMessageDraft draft =
        fields.value("text", text -> new SessionMessageDraft(to, text, thread, metadata, key));
    Desks desks = Web.of(request.getServletContext()).desks();
    SessionMessage sent =
        fields.flag("urgent")
            ? desks.toAgent(
                person,
                person.agent(),
                to.orElseThrow(Desks::refuseToAll),
                true,
                () -> session.messages().send(draft),
                SessionMessage::id)
            : session.messages().send(draft);
    to.ifPresent(agent -> desks.personWrote(person.workspace(), agent));
    login.wrote(person, draft.content(), to);
    return JsonResponses.created(SessionMessageView.of(sent));
  }
}
