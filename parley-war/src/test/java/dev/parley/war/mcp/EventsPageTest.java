package dev.parley.war.mcp;

import static dev.parley.war.reference.AsciiDoc.code;
import static dev.parley.war.reference.AsciiDoc.listing;
import static dev.parley.war.reference.AsciiDoc.row;
import static dev.parley.war.reference.AsciiDoc.table;
import static dev.parley.war.reference.AsciiDoc.words;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.artifact.Artifact;
import dev.parley.artifact.ArtifactDraft;
import dev.parley.artifact.ArtifactType;
import dev.parley.engine.ParleyBuilder;
import dev.parley.engine.logging.LogEvent;
import dev.parley.event.DirectArrived;
import dev.parley.event.Event;
import dev.parley.event.MessageArrived;
import dev.parley.event.MessagesLost;
import dev.parley.event.PermissionDecided;
import dev.parley.event.RecordedEvent;
import dev.parley.event.SubAgentEvent;
import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.MessageId;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import dev.parley.id.SessionId;
import dev.parley.id.WorkspaceId;
import dev.parley.memory.SectionKey;
import dev.parley.message.Body;
import dev.parley.message.MessageDraft;
import dev.parley.message.Sender;
import dev.parley.message.SessionMessage;
import dev.parley.message.SessionMessageDraft;
import dev.parley.message.TopicName;
import dev.parley.permission.PermissionAnswer;
import dev.parley.session.Session;
import dev.parley.task.TaskDraft;
import dev.parley.war.feed.FeedEvent;
import dev.parley.war.reference.GeneratedPartial;
import dev.parley.war.reference.Javadocs;
import dev.parley.war.reference.StableText;
import dev.parley.war.view.EventView;
import dev.parley.war.view.TitleCache;
import dev.parley.war.wire.Json;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The events in the documentation are those of the code, and its examples were sent. */
class EventsPageTest {
  private static final String ID = "01KC4Z5V3QX8M2N7R9T1W6Y0AB";
  private static final Instant AT = Instant.parse(StableText.TIME);
  private static final String SOURCES = "parley-api/src/main/java/dev/parley/event/";

  @Test
  void page_hasTheEventsOfTheCode() {
    GeneratedPartial.check(getClass(), "events.adoc", logged() + pushed() + streamed() + changes());
  }

  private static String logged() {
    Map<String, String> meanings =
        Javadocs.of("parley-engine/src/main/java/dev/parley/engine/logging/LogEvent.java")
            .constants();
    List<List<String>> rows =
        Arrays.stream(LogEvent.values())
            .map(
                event ->
                    row(
                        "[[event-" + event.wireName() + "]]" + code(event.wireName()),
                        event.level(),
                        words(Objects.requireNonNull(meanings.get(event.name())))))
            .toList();
    return "\n[#of-the-log]\n== Of the log\n\nA line of the structured log has the name in `event`, see "
        + "xref:monitoring.adoc[].\n\n"
        + table("2,1,4", "Event|Level|Meaning", rows);
  }

  private static String pushed() {
    StringBuilder text =
        new StringBuilder(
            "\n== To an agent\n\nThe event stream of `/mcp` brings these to a client of MCP, each"
                + " as the `data` of one server-sent event.\n");
    pushes()
        .forEach(
            (kind, event) ->
                text.append("\n=== ")
                    .append(code(kind.name().toLowerCase(Locale.ROOT)))
                    .append("\n\n")
                    .append(words(Javadocs.of(SOURCES + type(event) + ".java").type()))
                    .append("\n\n")
                    .append(listing("json", json(event))));
    return text.toString();
  }

  /** Every kind that is pushed in a form of its own; a notice has that of its transport. */
  private static Map<Event.Kind, Event> pushes() {
    MessageArrived arrived =
        new MessageArrived(
            MessageDraft.of(
                    TopicName.of(WorkspaceId.DEFAULT, RoomName.of("planning")),
                    new Sender(
                        new AgentId("bob"),
                        Nickname.of("clever-otter"),
                        ConnectionId.of("c1", true)),
                    Body.of("Who takes the parser?"))
                .accepted(new MessageId(ID), 42, AT));
    DirectArrived direct =
        new DirectArrived(
            new SessionMessage(
                new MessageId(ID),
                new SessionId("parser"),
                7,
                new AgentId("bob"),
                true,
                AT,
                SessionMessageDraft.direct(new AgentId("alice"), "The tests are green.")));
    Map<Event.Kind, Event> all = new LinkedHashMap<>();
    List.of(
            arrived,
            direct,
            new MessagesLost(3, List.of(arrived.message().topic())),
            new PermissionDecided("abcde", PermissionAnswer.ALLOW),
            new SubAgentEvent(new AgentId("alice-tests"), direct))
        .forEach(event -> all.put(event.kind(), event));
    return all;
  }

  private static String json(Event event) {
    String data = new String(PushEncoder.encode(event), UTF_8).replaceFirst("^data: ", "");
    return StableText.of(Json.jackson().readTree(data));
  }

  private static String streamed() {
    Map<String, String> meanings =
        Javadocs.of("parley-war/src/main/java/dev/parley/war/feed/FeedEvent.java").constants();
    List<List<String>> rows =
        Arrays.stream(FeedEvent.values())
            .map(
                event ->
                    row(
                        code(event.wireName()),
                        words(Objects.requireNonNull(meanings.get(event.name())))))
            .toList();
    return "\n== To an open page\n\n`GET /api/stream` brings these to a page, each with its name in"
        + " `event` and JSON in `data`.\n\n"
        + table("1,5", "Event|Meaning", rows);
  }

  private static String changes() {
    Map<String, RecordedEvent> byKind = new LinkedHashMap<>();
    StringBuilder text =
        new StringBuilder(
            "\n== Changes of a session\n\nThese are the values of `kind` in an `event` of the"
                + " stream, and in `+GET /api/sessions/{session}/events+`.\n");
    try (Parley parley = ParleyBuilder.builder().inMemory().build()) {
      Session session = worked(parley.connect(ConnectOptions.of("alice")));
      List<RecordedEvent> events = session.eventsAfter(0, 100);
      TitleCache subjects = TitleCache.of(session, events);
      events.forEach(
          event -> byKind.putIfAbsent(EventView.KIND.name().apply(event.event().kind()), event));
      for (String kind : EventView.KIND.names()) {
        RecordedEvent event = Objects.requireNonNull(byKind.get(kind), kind);
        text.append("\n=== ")
            .append(code(kind))
            .append("\n\n")
            .append(words(Javadocs.of(SOURCES + type(event.event()) + ".java").type()))
            .append("\n\n")
            .append(
                listing(
                    "json",
                    StableText.of(
                        Json.jackson()
                            .readTree(Json.bytes(EventView.of(session.id(), event, subjects))))));
      }
    }
    return text.toString();
  }

  /** Does something of each kind. */
  private static Session worked(Connection alice) {
    Session session = alice.sessions().start(new SessionId("parser"));
    session.messages().send(SessionMessageDraft.broadcast("I write the parser."));
    session.tasks().create(TaskDraft.titled("Write the parser").build());
    Artifact parser =
        session.artifacts().post(ArtifactDraft.of("parser", ArtifactType.REPORT, "It parses."));
    session.reviews().request(parser.id(), new AgentId("bob"));
    alice.memory().write(new SectionKey("Parser"), "It is recursive.");
    alice.sessions().saveSummary(session.id(), "The parser works.");
    return session;
  }

  private static String type(Event event) {
    return event.getClass().getSimpleName();
  }
}
