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
      new RecordSchema<SessionId>().with("name", JsonTypes.string("Its name."), SessionId::value);

  private SessionTools() {}

  static ToolDefinition info() {
    return ToolDefinition.named("get_server_info", "Server info")
        .described(
            "Tell where this server is and which session you are in. A session is begun where there"
                + " is none.")
        .hinting(ToolBehavior.READS)
        .takesAtLeast(Caller.named(ObjectSchema.object()))
        .answers(
            ObjectSchema.success()
                .with(
                    "dashboardUrl",
                    JsonTypes.orNull(JsonTypes.string("The page for people; null where none is.")))
                .with("dashboardAvailable", JsonTypes.flag("Whether there is such a page."))
                .with("port", JsonTypes.orNull(JsonTypes.integer("The port of this server.")))
                .with("sessionId", JsonTypes.string("Your session."))
                .with(
                    "instanceId",
                    JsonTypes.orNull(JsonTypes.string("What this server is called, if anything."))))
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
            "Start a session of team work, or go back to one, by its name. It is your session from"
                + " now on, and that of every agent that names none.")
        .hinting(ToolBehavior.CHANGES_ONCE)
        .takesAtLeast(Caller.named(ObjectSchema.object()).with(SESSION, sessionId()))
        .answers(ObjectSchema.success().with(SESSION, JsonTypes.string("The session you are in.")))
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
        .described(
            "Keep the summary of a session, in place of the one before, for those who come later.")
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
            "List the sessions that have a summary, the newest first. While truncated is true, go"
                + " on with next_after as after.")
        .hinting(ToolBehavior.READS)
        .takesAtLeast(
            Caller.named(ObjectSchema.object())
                .optionally(
                    "after",
                    JsonTypes.pattern(
                        SessionId.PATTERN,
                        "Those after this session of the list; left out, from the first on."))
                .optionally(Paging.LIMIT, Paging.limit()))
        .answers(
            ObjectSchema.success()
                .with("sessions", JsonTypes.arrayOf(JsonTypes.string("The name of a session.")))
                .optionally(Paging.TRUNCATED, Paging.truncated())
                .optionally(
                    "next_after",
                    JsonTypes.string("Where more follow: give this as after to go on.")))
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
        .described("Read the summary of a session, as it was saved.")
        .hinting(ToolBehavior.READS)
        .takesAtLeast(Caller.named(ObjectSchema.object()).with(SESSION, sessionId()))
        .answers(ObjectSchema.success().with(SUMMARY, JsonTypes.string("The summary.")))
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
            "Keep the orchestrator's own notes for this session, in place of those before, so that"
                + " it can go on where it was. Any text; JSON is usual.")
        .hinting(ToolBehavior.REPLACES)
        .takesAtLeast(
            Caller.named(ObjectSchema.object())
                .with(
                    STATE,
                    JsonTypes.text(Session.MAX_STATE, "The notes, as they are to come back.")))
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
        .described("Read back what save_orchestrator_state kept for this session.")
        .hinting(ToolBehavior.READS)
        .takesAtLeast(Caller.named(ObjectSchema.object()))
        .answers(
            ObjectSchema.success()
                .with(STATE, JsonTypes.orNull(JsonTypes.string("The notes; null where none are."))))
        .does(
            (caller, arguments) ->
                ResultFields.success().orNull(STATE, caller.session(arguments).state()));
  }

  static Map<String, Object> sessionId() {
    return JsonTypes.pattern(SessionId.PATTERN, "The name of a session of team work.");
  }
}
