package dev.parley.war.tool;

import dev.parley.id.SessionId;
import dev.parley.memory.Memory;
import dev.parley.problem.NotFound;
import dev.parley.problem.ParleyException;
import dev.parley.session.Session;
import dev.parley.war.wire.JsonTypes;
import dev.parley.war.wire.ResultFields;
import java.util.List;
import java.util.Map;

/** Sessions of team work: which one this is, their summaries, and the orchestrator's own notes. */
final class SessionTools {
  static final Param<SessionId> SESSION =
      Param.required("session_id", SessionId::new, sessionId("The name of a session."));
  private static final Param<String> SUMMARY =
      Param.bounded("summary", Memory.MAX_CONTENT, "The summary, as Markdown.").asRequired();
  private static final Param<String> STATE =
      Param.bounded("state", Session.MAX_STATE, "The notes.").asRequired();
  private static final Param<SessionId> AFTER =
      Param.optional("after", SessionId::new, sessionId("Only sessions after this one."));

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
        .answers(
            ObjectSchema.success()
                .with("dashboardUrl", JsonTypes.nullable(JsonTypes.string()))
                .with("dashboardAvailable", JsonTypes.flag())
                .with("port", JsonTypes.nullable(JsonTypes.integer()))
                .with("sessionId", JsonTypes.string())
                .with("instanceId", JsonTypes.nullable(JsonTypes.string())))
        .does(
            call -> {
              SessionId session = call.session().id();
              ServerAddress place = call.caller().place();
              return ResultFields.success()
                  .orNull("dashboardUrl", place.page())
                  .and("dashboardAvailable", place.page().isPresent())
                  .orNull("port", place.port())
                  .and("sessionId", session.value())
                  .orNull("instanceId", place.instance());
            });
  }

  static ToolDefinition start() {
    return ToolDefinition.named("start_session", "Start a session")
        .described(
            "Start a session of team work by its name, or return to it. It becomes your session,"
                + " and that of every agent that names none.")
        .hinting(ToolBehavior.CHANGES_ONCE)
        .takesAtLeast(Caller.AGENT, SESSION)
        .answers(ObjectSchema.success().with("session_id", JsonTypes.string()))
        .does(
            call -> {
              SessionId id = call.get(SESSION);
              call.agent();
              Session started = call.connection().sessions().start(id);
              return ResultFields.success().and("session_id", started.id().value());
            });
  }

  static ToolDefinition saveSummary() {
    return ToolDefinition.named("save_session_summary", "Save a summary")
        .described("Save the summary of a session for later readers, in place of the one before.")
        .hinting(ToolBehavior.REPLACES)
        .takesAtLeast(Caller.AGENT, SESSION, SUMMARY)
        .answers(ObjectSchema.success())
        .does(
            call -> {
              SessionId id = call.get(SESSION);
              String summary = call.get(SUMMARY);
              call.agent();
              call.connection().sessions().saveSummary(id, summary);
              return ResultFields.success();
            });
  }

  static ToolDefinition list() {
    return ToolDefinition.named("list_sessions", "List sessions")
        .described(
            "List the sessions that have a summary, newest first. While truncated is true, call"
                + " again with next_after as after.")
        .hinting(ToolBehavior.READS)
        .takesAtLeast(Caller.AGENT, AFTER, Paging.LIMIT)
        .answers(
            ObjectSchema.success()
                .with("sessions", JsonTypes.arrayOf(JsonTypes.string()))
                .optionally(Paging.TRUNCATED, Paging.truncated())
                .optionally("next_after", JsonTypes.string()))
        .does(
            call -> {
              call.agent();
              List<SessionId> all = call.connection().sessions().summarized();
              int from = call.find(AFTER).map(after -> 1 + placeOf(after, all)).orElse(0);
              List<SessionId> page =
                  Paging.size(call, Paging.limit(call), NAME)
                      .firstOf(all.subList(from, all.size()));
              return Paging.more(
                  ResultFields.success()
                      .and("sessions", page.stream().map(SessionId::value).toList()),
                  from + page.size() < all.size(),
                  "next_after",
                  page,
                  SessionId::value);
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
        .answers(ObjectSchema.success().with("summary", JsonTypes.string()))
        .does(
            call -> {
              SessionId id = call.get(SESSION);
              call.agent();
              return ResultFields.success()
                  .and(
                      "summary",
                      call.connection()
                          .sessions()
                          .summary(id)
                          .orElseThrow(() -> new ParleyException(new NotFound("session"))));
            });
  }

  static ToolDefinition saveState() {
    return ToolDefinition.named("save_orchestrator_state", "Save state")
        .described(
            "Save the orchestrator's notes for your session, in place of those before. Any text;"
                + " JSON is usual.")
        .hinting(ToolBehavior.REPLACES)
        .takesAtLeast(Caller.AGENT, STATE)
        .answers(ObjectSchema.success())
        .does(
            call -> {
              String state = call.get(STATE);
              call.session().saveState(state);
              return ResultFields.success();
            });
  }

  static ToolDefinition getState() {
    return ToolDefinition.named("get_orchestrator_state", "Read state")
        .described("Read the notes saved with save_orchestrator_state.")
        .hinting(ToolBehavior.READS)
        .takesAtLeast(Caller.AGENT)
        .answers(ObjectSchema.success().with("state", JsonTypes.nullable(JsonTypes.string())))
        .does(call -> ResultFields.success().orNull("state", call.session().state()));
  }

  static Map<String, Object> sessionId(String description) {
    return JsonTypes.pattern(SessionId.PATTERN, description);
  }
}
