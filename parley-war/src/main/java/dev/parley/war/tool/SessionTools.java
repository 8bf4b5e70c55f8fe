package dev.parley.war.tool;

import dev.parley.id.SessionId;
import dev.parley.memory.Memory;
import dev.parley.problem.NotFound;
import dev.parley.problem.ParleyException;
import dev.parley.session.Session;
import dev.parley.war.wire.JsonTypes;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Sessions of team work: which one this is, their summaries, and the orchestrator's own notes. */
final class SessionTools {
  static final Param<SessionId> SESSION =
      Param.required("session_id", SessionId::new, sessionId("A session."));
  private static final Param<String> SUMMARY =
      Param.bounded("summary", Memory.MAX_CONTENT, "The summary, as Markdown.").asRequired();
  private static final Param<String> STATE =
      Param.bounded("state", Session.MAX_STATE, "The notes.").asRequired();
  private static final Param<SessionId> AFTER =
      Param.optional("after", SessionId::new, sessionId("Only after this one."));

  private record Here(SessionId session, ServerAddress address) {}

  private static final RecordSchema<Here> INFO =
      RecordSchema.<Here>success()
          .orNull("dashboardUrl", JsonTypes.string(), here -> here.address().page())
          .with("dashboardAvailable", JsonTypes.flag(), here -> here.address().page().isPresent())
          .orNull("port", JsonTypes.integer(), here -> here.address().port())
          .with("sessionId", JsonTypes.string(), here -> here.session().value())
          .orNull("instanceId", JsonTypes.string(), here -> here.address().instance());

  private static final RecordSchema<Session> STARTED =
      RecordSchema.<Session>success()
          .with("session_id", JsonTypes.string(), session -> session.id().value());

  private static final RecordSchema<ToolPaging.Listed> SESSIONS =
      ToolPaging.answer("sessions", JsonTypes.string(), "next_after", JsonTypes.string());

  private static final RecordSchema<String> SUMMARIZED =
      RecordSchema.<String>success().with("summary", JsonTypes.string(), summary -> summary);

  private static final RecordSchema<Optional<String>> NOTES =
      RecordSchema.<Optional<String>>success().orNull("state", JsonTypes.string(), state -> state);

  private static final RecordSchema<SessionId> NAME =
      new RecordSchema<SessionId>().with("name", JsonTypes.string(), SessionId::value);

  private SessionTools() {}

  static ToolDefinition info() {
    return ToolDefinition.named("get_server_info", "Server info")
        .described(
            "Return your session, and the port and web page of this server. Starts a session if"
                + " there is none.")
        .hinting(ToolBehavior.READS)
        .takesAtLeast(Caller.AGENT)
        .answers(INFO)
        .does(call -> INFO.fields(new Here(call.session().id(), call.caller().place())));
  }

  static ToolDefinition start() {
    return ToolDefinition.named("start_session", "Start a session")
        .described(
            "Start a session of team work by its name, or return to it. It becomes your session,"
                + " and that of every agent that names none.")
        .hinting(ToolBehavior.CHANGES_ONCE)
        .takesAtLeast(Caller.AGENT, SESSION)
        .answers(STARTED)
        .does(
            call -> {
              SessionId id = call.get(SESSION);
              call.agent();
              Session started = call.connection().sessions().start(id);
              return STARTED.fields(started);
            });
  }

  static ToolDefinition saveSummary() {
    return ToolDefinition.named("save_session_summary", "Save a summary")
        .described("Save the summary of a session, in place of the one before.")
        .hinting(ToolBehavior.REPLACES)
        .takesAtLeast(Caller.AGENT, SESSION, SUMMARY)
        .answers(RecordSchema.DONE)
        .does(
            call -> {
              SessionId id = call.get(SESSION);
              String summary = call.get(SUMMARY);
              call.agent();
              call.connection().sessions().saveSummary(id, summary);
              return RecordSchema.DONE.fields(call);
            });
  }

  static ToolDefinition list() {
    return ToolDefinition.named("list_sessions", "List sessions")
        .described(
            "List the sessions that have a summary, newest first. While truncated, call again"
                + " with next_after as after.")
        .hinting(ToolBehavior.READS)
        .takesAtLeast(Caller.AGENT, AFTER, ToolPaging.LIMIT)
        .answers(SESSIONS)
        .does(
            call -> {
              call.agent();
              List<SessionId> all = call.connection().sessions().summarized();
              int from = call.find(AFTER).map(after -> 1 + placeOf(after, all)).orElse(0);
              List<SessionId> page =
                  ToolPaging.size(call, ToolPaging.limit(call), NAME)
                      .firstOf(all.subList(from, all.size()));
              return SESSIONS.fields(
                  ToolPaging.listed(
                      page,
                      page.stream().map(SessionId::value).toList(),
                      from + page.size() < all.size(),
                      SessionId::value));
            });
  }

  private static int placeOf(SessionId session, List<SessionId> all) {
    int place = all.indexOf(session);
    if (place < 0) {
      throw new ParleyException(new NotFound("session"));
    }
    return place;
  }

  static ToolDefinition getSummary() {
    return ToolDefinition.named("get_session_summary", "Read a summary")
        .described("Read the summary saved with save_session_summary.")
        .hinting(ToolBehavior.READS)
        .takesAtLeast(Caller.AGENT, SESSION)
        .answers(SUMMARIZED)
        .does(
            call -> {
              SessionId id = call.get(SESSION);
              call.agent();
              return SUMMARIZED.fields(
                  call.connection()
                      .sessions()
                      .summary(id)
                      .orElseThrow(() -> new ParleyException(new NotFound("session"))));
            });
  }

  static ToolDefinition saveState() {
    return ToolDefinition.named("save_orchestrator_state", "Save state")
        .described("Save the orchestrator's notes for your session, in place of those before.")
        .hinting(ToolBehavior.REPLACES)
        .takesAtLeast(Caller.AGENT, STATE)
        .answers(RecordSchema.DONE)
        .does(
            call -> {
              String state = call.get(STATE);
              call.session().saveState(state);
              return RecordSchema.DONE.fields(call);
            });
  }

  static ToolDefinition getState() {
    return ToolDefinition.named("get_orchestrator_state", "Read state")
        .described("Read the notes saved with save_orchestrator_state.")
        .hinting(ToolBehavior.READS)
        .takesAtLeast(Caller.AGENT)
        .answers(NOTES)
        .does(call -> NOTES.fields(call.session().state()));
  }

  static Map<String, Object> sessionId(String description) {
    return JsonTypes.pattern(SessionId.PATTERN, description);
  }
}
