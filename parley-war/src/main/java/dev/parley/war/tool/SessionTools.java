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
  private static final String SESSION = "session_id";
  private static final String SUMMARY = "summary";
  private static final String STATE = "state";

  private static final RecordSchema<SessionId> NAME =
      new RecordSchema<SessionId>().with("name", JsonTypes.string(), SessionId::value);

  private SessionTools() {}

  static ToolDefinition info() {
    return ToolDefinition.named("get_server_info", "Server info")
        .described(
            "Return your session, and the port and web page of this server. Starts a session if"
                + " there is none.")
        .hinting(ToolBehavior.READS)
        .takesAtLeast(Caller.named(ObjectSchema.object()))
        .answers(
            ObjectSchema.success()
                .with("dashboardUrl", JsonTypes.nullable(JsonTypes.string()))
                .with("dashboardAvailable", JsonTypes.flag())
                .with("port", JsonTypes.nullable(JsonTypes.integer()))
                .with("sessionId", JsonTypes.string())
                .with("instanceId", JsonTypes.nullable(JsonTypes.string())))
        .does(
            (caller, arguments) -> {
              SessionId session = caller.session(arguments).id();
              ServerAddress place = caller.place();
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
        .takesAtLeast(Caller.named(ObjectSchema.object()).with(SESSION, sessionId()))
        .answers(ObjectSchema.success().with(SESSION, JsonTypes.string()))
        .does(
            (caller, arguments) -> {
              SessionId id = arguments.value(SESSION, SessionId::new);
              caller.agent(arguments);
              Session started = caller.connection().sessions().start(id);
              return ResultFields.success().and(SESSION, started.id().value());
            });
  }

  static ToolDefinition saveSummary() {
    return ToolDefinition.named("save_session_summary", "Save a summary")
        .described("Save the summary of a session for later readers, in place of the one before.")
        .hinting(ToolBehavior.REPLACES)
        .takesAtLeast(
            Caller.named(ObjectSchema.object())
                .with(SESSION, sessionId())
                .with(SUMMARY, JsonTypes.text(Memory.MAX_CONTENT, "The summary, as Markdown.")))
        .answers(ObjectSchema.success())
        .does(
            (caller, arguments) -> {
              SessionId id = arguments.value(SESSION, SessionId::new);
              String summary = arguments.text(SUMMARY, Memory.MAX_CONTENT);
              caller.agent(arguments);
              caller.connection().sessions().saveSummary(id, summary);
              return ResultFields.success();
            });
  }

  static ToolDefinition list() {
    return ToolDefinition.named("list_sessions", "List sessions")
        .described(
            "List the sessions that have a summary, newest first. While truncated is true, call"
                + " again with next_after as after.")
        .hinting(ToolBehavior.READS)
        .takesAtLeast(
            Caller.named(ObjectSchema.object())
                .optionally(
                    "after", JsonTypes.pattern(SessionId.PATTERN, "Only sessions after this one."))
                .optionally(Paging.LIMIT, Paging.limit()))
        .answers(
            ObjectSchema.success()
                .with("sessions", JsonTypes.arrayOf(JsonTypes.string()))
                .optionally(Paging.TRUNCATED, Paging.truncated())
                .optionally("next_after", JsonTypes.string()))
        .does(
            (caller, arguments) -> {
              caller.agent(arguments);
              List<SessionId> all = caller.connection().sessions().summarized();
              int from =
                  arguments
                      .optionalValue("after", SessionId::new)
                      .map(after -> 1 + placeOf(after, all))
                      .orElse(0);
              List<SessionId> page =
                  Paging.size(caller, Paging.limit(arguments), NAME)
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
        .takesAtLeast(Caller.named(ObjectSchema.object()).with(SESSION, sessionId()))
        .answers(ObjectSchema.success().with(SUMMARY, JsonTypes.string()))
        .does(
            (caller, arguments) -> {
              SessionId id = arguments.value(SESSION, SessionId::new);
              caller.agent(arguments);
              return ResultFields.success()
                  .and(
                      SUMMARY,
                      caller
                          .connection()
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
        .takesAtLeast(
            Caller.named(ObjectSchema.object())
                .with(STATE, JsonTypes.text(Session.MAX_STATE, "The notes.")))
        .answers(ObjectSchema.success())
        .does(
            (caller, arguments) -> {
              String state = arguments.text(STATE, Session.MAX_STATE);
              caller.session(arguments).saveState(state);
              return ResultFields.success();
            });
  }

  static ToolDefinition getState() {
    return ToolDefinition.named("get_orchestrator_state", "Read state")
        .described("Read the notes saved with save_orchestrator_state.")
        .hinting(ToolBehavior.READS)
        .takesAtLeast(Caller.named(ObjectSchema.object()))
        .answers(ObjectSchema.success().with(STATE, JsonTypes.nullable(JsonTypes.string())))
        .does(
            (caller, arguments) ->
                ResultFields.success().orNull(STATE, caller.session(arguments).state()));
  }

  static Map<String, Object> sessionId() {
    return JsonTypes.pattern(SessionId.PATTERN, "The name of a session.");
  }
}
