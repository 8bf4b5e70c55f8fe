package dev.parley.war.view;

import dev.parley.event.AgentThinking;
import dev.parley.event.ArtifactPosted;
import dev.parley.event.Event;
import dev.parley.event.MemoryChanged;
import dev.parley.event.MessageSaid;
import dev.parley.event.RecordedEvent;
import dev.parley.event.ReviewChanged;
import dev.parley.event.SessionEvent;
import dev.parley.event.TaskChanged;
import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import dev.parley.war.wire.ResultFields;
import dev.parley.war.wire.Timestamps;
import dev.parley.war.wire.WireEnum;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A change of a session as it is shown. */
public final class EventView {
  /** The kinds that are kept, by their names on the wire. */
  public static final WireEnum<Event.Kind> KIND =
      WireEnum.of(
          EventView::name,
          Event.Kind.SESSION_STARTED,
          Event.Kind.MESSAGE_SAID,
          Event.Kind.TASK_CHANGED,
          Event.Kind.ARTIFACT_POSTED,
          Event.Kind.REVIEW_CHANGED,
          Event.Kind.MEMORY_CHANGED,
          Event.Kind.SUMMARY_SAVED);

  private EventView() {}

  /**
   * The change.
   *
   * @param subjects asked for what a change names by an id alone
   */
  public static Map<String, @Nullable Object> of(
      SessionId session, RecordedEvent recorded, TitleCache subjects) {
    ResultFields fields =
        ResultFields.none()
            .and("seq", recorded.seq())
            .and("at", Timestamps.iso(recorded.at()))
            .and("session", session.value())
            .orNull("agent", recorded.agent().map(AgentId::value))
            .and("kind", name(recorded.event().kind()));
    return add(fields, recorded.event(), subjects).map();
  }

  private static ResultFields add(ResultFields fields, SessionEvent event, TitleCache subjects) {
    return switch (event.kind()) {
      case MESSAGE_SAID ->
          fields.and("message", SessionMessageView.of(((MessageSaid) event).message()));
      case TASK_CHANGED -> add(fields, (TaskChanged) event, subjects);
      case ARTIFACT_POSTED -> add(fields, (ArtifactPosted) event);
      case REVIEW_CHANGED -> add(fields, (ReviewChanged) event, subjects);
      case MEMORY_CHANGED ->
          fields.orNull("owner", ((MemoryChanged) event).owner().map(AgentId::value));
      case AGENT_THINKING -> fields.and("text", ((AgentThinking) event).thought());
      case SESSION_STARTED, SUMMARY_SAVED -> fields;
      case MESSAGE_ARRIVED, DIRECT_ARRIVED, MESSAGES_LOST, PERMISSION_DECIDED, SUB_AGENT, NOTICE ->
          throw new IllegalArgumentException("no change of a session: " + event.kind());
    };
  }

  private static ResultFields add(ResultFields fields, TaskChanged changed, TitleCache subjects) {
    return fields
        .and("task", changed.task().value())
        .and("title", subjects.title(changed))
        .and("status", changed.status().wireName())
        .orNull("assignee", changed.assignee().map(AgentId::value))
        .orNull("reason", changed.reason());
  }

  private static ResultFields add(ResultFields fields, ArtifactPosted posted) {
    return fields
        .and("artifact", posted.artifact().value())
        .and("name", posted.name())
        .and("type", posted.type().wireName());
  }

  private static ResultFields add(ResultFields fields, ReviewChanged changed, TitleCache subjects) {
    TitleCache.Judged judged = subjects.judgedBy(changed.review());
    return fields
        .and("review", changed.review().value())
        .and("artifact", judged.artifact())
        .and("name", judged.name())
        .and("reviewer", changed.reviewer().value())
        .and("status", changed.status().wireName());
  }

  private static String name(Event.Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }
}
