package dev.parley.engine.session;

import dev.parley.artifact.ArtifactType;
import dev.parley.artifact.ReviewStatus;
import dev.parley.event.ArtifactPosted;
import dev.parley.event.Event;
import dev.parley.event.MemoryChanged;
import dev.parley.event.RecordedEvent;
import dev.parley.event.ReviewChanged;
import dev.parley.event.SessionEvent;
import dev.parley.event.SessionStarted;
import dev.parley.event.SummarySaved;
import dev.parley.event.TaskChanged;
import dev.parley.id.AgentId;
import dev.parley.id.ArtifactId;
import dev.parley.id.ReviewId;
import dev.parley.id.SessionId;
import dev.parley.id.TaskId;
import dev.parley.task.TaskStatus;
import jakarta.persistence.Column;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A change of a session, except messages, which are rows of their own. */
@Entity(name = "SessionEvent")
@Table(name = "parley_event")
class EventRow {
  @EmbeddedId private SeqKey key;

  @Column(nullable = false, length = 32)
  private String kind;

  @Column(length = 64)
  private @Nullable String agent;

  @Column(length = 256)
  private @Nullable String subject;

  @Column(length = 32)
  private @Nullable String status;

  @Column(length = 64)
  private @Nullable String party;

  @Column(length = 256)
  private @Nullable String label;

  @Column(name = "happened_at", nullable = false)
  private long happenedAt;

  protected EventRow() {}

  EventRow(String session, long seq, long at, @Nullable AgentId agent, SessionEvent event) {
    this.key = new SeqKey(session, seq);
    this.kind = event.kind().name();
    this.agent = agent == null ? null : agent.value();
    this.happenedAt = at;
    switch (event.kind()) {
      case SESSION_STARTED -> subject = ((SessionStarted) event).session().value();
      case TASK_CHANGED -> {
        TaskChanged changed = (TaskChanged) event;
        subject = changed.task().value();
        status = changed.status().name();
        party = changed.assignee().map(AgentId::value).orElse(null);
        label = changed.reason().orElse(null);
      }
      case ARTIFACT_POSTED -> {
        ArtifactPosted posted = (ArtifactPosted) event;
        subject = posted.artifact().value();
        status = posted.type().name();
        label = posted.name();
      }
      case REVIEW_CHANGED -> {
        ReviewChanged changed = (ReviewChanged) event;
        subject = changed.review().value();
        status = changed.status().name();
        party = changed.reviewer().value();
      }
      case MEMORY_CHANGED ->
          party = ((MemoryChanged) event).owner().map(AgentId::value).orElse(null);
      case SUMMARY_SAVED -> {}
      default -> throw new IllegalArgumentException(event.kind() + " is not recorded as a row");
    }
  }

  RecordedEvent snapshot() {
    return new RecordedEvent(
        key.seq(),
        Instant.ofEpochMilli(happenedAt),
        Optional.ofNullable(agent).map(AgentId::new),
        event());
  }

  private SessionEvent event() {
    return switch (Event.Kind.valueOf(kind)) {
      case SESSION_STARTED -> new SessionStarted(new SessionId(there(subject)));
      case TASK_CHANGED ->
          new TaskChanged(
              new TaskId(there(subject)),
              TaskStatus.valueOf(there(status)),
              Optional.ofNullable(party).map(AgentId::new),
              Optional.ofNullable(label));
      case ARTIFACT_POSTED ->
          new ArtifactPosted(
              new ArtifactId(there(subject)),
              Objects.requireNonNullElse(label, ""),
              ArtifactType.valueOf(there(status)));
      case REVIEW_CHANGED ->
          new ReviewChanged(
              new ReviewId(there(subject)),
              new AgentId(there(party)),
              ReviewStatus.valueOf(there(status)));
      case MEMORY_CHANGED -> new MemoryChanged(Optional.ofNullable(party).map(AgentId::new));
      case SUMMARY_SAVED -> new SummarySaved();
      default -> throw new IllegalStateException(kind + " is not recorded as a row");
    };
  }

  private static String there(@Nullable String column) {
    return Objects.requireNonNull(column);
  }
}
