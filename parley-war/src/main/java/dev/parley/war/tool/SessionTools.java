package dev.parley.war.tool;

import dev.parley.ParleyException;
import dev.parley.memory.Memory;
import dev.parley.problem.NotFound;
import dev.parley.session.Session;
import dev.parley.session.SessionId;
import java.util.List;
import java.util.Map;

/** Sessions of team work: which one this is, their summaries, and the orchestrator's own notes. */
final class SessionTools {
  private static final String SESSION = "session_id";
  private static final String SUMMARY = "summary";
  private static final String STATE = "state";

  private static final Row<SessionId> NAME =
      new Row<SessionId>().with("name", Property.string("Its name."), SessionId::value);

  private SessionTools() {}

  static HubTool info() {
    return HubTool.named("get_server_info", "Server info")
        .described(
            "Tell where this server is and which session you are in. A session is begun where there"
                + " is none.")
        .hinting(Hints.READS)
        .takesAtLeast(Caller.named(Schema.object()))
        .answers(
            Schema.success()
                .with(
                    "dashboardUrl",
                    Property.orNull(Property.string("The page for people; null where none is.")))
                .with("dashboardAvailable", Property.flag("Whether there is such a page."))
                .with("port", Property.orNull(Property.integer("The port of this server.")))
                .with("sessionId", Property.string("Your session."))
                .with(
                    "instanceId",
                    Property.orNull(Property.string("What this server is called, if anything."))))
        .does(
            (caller, arguments) -> {
              SessionId session = caller.session(arguments).id();
              Place place = caller.place();
              return Fields.success()
                  .orNull("dashboardUrl", place.page())
                  .and("dashboardAvailable", place.page().isPresent())
                  .orNull("port", place.port())
                  .and("sessionId", session.value())
                  .orNull("instanceId", place.instance());
            });
  }

  static HubTool start() {
    return HubTool.named("start_session", "Start a session")
        .described(
            "Start a session of team work, or go back to one, by its name. It is your session from"
                + " now on, and that of every agent that names none.")
        .hinting(Hints.CHANGES_ONCE)
        .takesAtLeast(Caller.named(Schema.object()).with(SESSION, sessionId()))
        .answers(Schema.success().with(SESSION, Property.string("The session you are in.")))
        .does(
            (caller, arguments) -> {
              SessionId id = arguments.value(SESSION, SessionId::new);
              caller.agent(arguments);
              Session started = caller.connection().sessions().start(id);
              return Fields.success().and(SESSION, started.id().value());
            });
  }

  static HubTool saveSummary() {
    return HubTool.named("save_session_summary", "Save a summary")
        .described(
            "Keep the summary of a session, in place of the one before, for those who come later.")
        .hinting(Hints.REPLACES)
        .takesAtLeast(
            Caller.named(Schema.object())
                .with(SESSION, sessionId())
                .with(SUMMARY, Property.text(Memory.MAX_CONTENT, "The summary, as Markdown.")))
        .answers(Schema.success())
        .does(
            (caller, arguments) -> {
              SessionId id = arguments.value(SESSION, SessionId::new);
              String summary = arguments.text(SUMMARY, Memory.MAX_CONTENT);
              caller.agent(arguments);
              caller.connection().sessions().saveSummary(id, summary);
              return Fields.success();
            });
  }

  static HubTool list() {
    return HubTool.named("list_sessions", "List sessions")
        .described(
            "List the sessions that have a summary, the newest first. While truncated is true, go"
                + " on with next_after as after.")
        .hinting(Hints.READS)
        .takesAtLeast(
            Caller.named(Schema.object())
                .optionally(
                    "after",
                    Property.pattern(
                        SessionId.PATTERN,
                        "Those after this session of the list; left out, from the first on."))
                .optionally(Paging.LIMIT, Paging.limit()))
        .answers(
            Schema.success()
                .with("sessions", Property.arrayOf(Property.string("The name of a session.")))
                .optionally(Paging.TRUNCATED, Paging.truncated())
                .optionally(
                    "next_after",
                    Property.string("Where more follow: give this as after to go on.")))
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
                  Fields.success().and("sessions", page.stream().map(SessionId::value).toList()),
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

  static HubTool getSummary() {
    return HubTool.named("get_session_summary", "Read a summary")
        .described("Read the summary of a session, as it was saved.")
        .hinting(Hints.READS)
        .takesAtLeast(Caller.named(Schema.object()).with(SESSION, sessionId()))
        .answers(Schema.success().with(SUMMARY, Property.string("The summary.")))
        .does(
            (caller, arguments) -> {
              SessionId id = arguments.value(SESSION, SessionId::new);
              caller.agent(arguments);
              return Fields.success()
                  .and(
                      SUMMARY,
                      caller
                          .connection()
                          .sessions()
                          .summary(id)
                          .orElseThrow(() -> new ParleyException(new NotFound("session"))));
            });
  }

  static HubTool saveState() {
    return HubTool.named("save_orchestrator_state", "Save state")
        .described(
            "Keep the orchestrator's own notes for this session, in place of those before, so that"
                + " it can go on where it was. Any text; JSON is usual.")
        .hinting(Hints.REPLACES)
        .takesAtLeast(
            Caller.named(Schema.object())
                .with(
                    STATE,
                    Property.text(Session.MAX_STATE, "The notes, as they are to come back.")))
        .answers(Schema.success())
        .does(
            (caller, arguments) -> {
              String state = arguments.text(STATE, Session.MAX_STATE);
              caller.session(arguments).saveState(state);
              return Fields.success();
            });
  }

  static HubTool getState() {
    return HubTool.named("get_orchestrator_state", "Read state")
        .described("Read back what save_orchestrator_state kept for this session.")
        .hinting(Hints.READS)
        .takesAtLeast(Caller.named(Schema.object()))
        .answers(
            Schema.success()
                .with(STATE, Property.orNull(Property.string("The notes; null where none are."))))
        .does(
            (caller, arguments) ->
                Fields.success().orNull(STATE, caller.session(arguments).state()));
  }

  static Map<String, Object> sessionId() {
    return Property.pattern(SessionId.PATTERN, "The name of a session of team work.");
  }
}
