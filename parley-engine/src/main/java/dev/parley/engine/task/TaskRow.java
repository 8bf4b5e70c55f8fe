package dev.parley.engine.task;

import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import dev.parley.id.TaskId;
import dev.parley.task.Gate;
import dev.parley.task.Lease;
import dev.parley.task.Priority;
import dev.parley.task.Task;
import dev.parley.task.TaskChange;
import dev.parley.task.TaskDraft;
import dev.parley.task.TaskEdit;
import dev.parley.task.TaskStatus;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A task. It is changed under its session's lock; {@link ClaimRules} claims it without that lock.
 */
@Entity(name = "Task")
@Table(name = "parley_task")
class TaskRow {
  @Id
  @Column(length = 36)
  private String id;

  @Column(name = "session_id", nullable = false, length = 26)
  private String session;

  @Column(nullable = false)
  private long number;

  @Column(nullable = false, length = 256)
  private String title;

  @Column(length = 1_000_000)
  private @Nullable String description;

  @Column(nullable = false)
  private short priority;

  @Enumerated(EnumType.STRING)
  @Column(nullable = false, length = 16)
  private TaskStatus status;

  @Column(length = 64)
  private @Nullable String assignee;

  @Column(name = "meant_for", length = 64)
  private @Nullable String meantFor;

  @Column(name = "created_by", nullable = false, length = 64)
  private String createdBy;

  @Column(name = "idempotency_key", length = 256)
  private @Nullable String idempotencyKey;

  @Column(name = "parent_id", length = 36)
  private @Nullable String parent;

  @Column(nullable = false)
  private short depth;

  /** The number of its dependencies, done or not, and of its gates. */
  @Column(nullable = false)
  private short dependencies;

  @Column(name = "derived_reason", length = 512)
  private @Nullable String derivedReason;

  @Column(nullable = false)
  private long fence;

  @Column(name = "lease_until")
  private @Nullable Long leaseUntil;

  @Column(nullable = false)
  private long queued;

  @Column(name = "created_at", nullable = false)
  private long createdAt;

  @Column(name = "updated_at", nullable = false)
  private long updatedAt;

  protected TaskRow() {}

  TaskRow(
      String id,
      String session,
      long number,
      AgentId creator,
      int depth,
      TaskDraft draft,
      long now) {
    this.id = id;
    this.session = session;
    this.number = number;
    this.queued = number;
    this.title = draft.title();
    this.description = draft.description().orElse(null);
    this.priority = (short) draft.priority().rank();
    this.status = TaskStatus.TODO;
    this.assignee = draft.assignee().map(AgentId::value).orElse(null);
    this.meantFor = assignee;
    this.createdBy = creator.value();
    this.idempotencyKey = draft.idempotencyKey().orElse(null);
    this.parent = draft.parent().map(TaskId::value).orElse(null);
    this.depth = (short) depth;
    this.dependencies = (short) (draft.dependsOn().size() + draft.gates().size());
    this.derivedReason = draft.derivedReason().orElse(null);
    this.createdAt = now;
    this.updatedAt = now;
  }

  TaskId id() {
    return new TaskId(id);
  }

  /** Returns its number in the order of creation. */
  long number() {
    return number;
  }

  String title() {
    return title;
  }

  AgentId creator() {
    return new AgentId(createdBy);
  }

  /** Returns true if it has dependencies or gates, which are rows of their own. */
  boolean hasConditions() {
    return dependencies > 0;
  }

  int depth() {
    return depth;
  }

  TaskStatus status() {
    return status;
  }

  long fence() {
    return fence;
  }

  Optional<AgentId> assignee() {
    return Optional.ofNullable(assignee).map(AgentId::new);
  }

  /**
   * Returns true if {@code agent} may change it: the agent has it or created it, or nobody has it.
   */
  boolean mayBeChangedBy(AgentId agent) {
    return assignee == null || isOf(agent);
  }

  /** Returns true if {@code agent} created it or has it. */
  boolean isOf(AgentId agent) {
    return agent.value().equals(assignee) || createdBy.equals(agent.value());
  }

  /**
   * Returns true if {@code change} by {@code agent} is a decision about the work of another: it is
   * another's task, or becomes one. A task that nobody has is its creator's.
   */
  boolean isOfAnother(AgentId agent, TaskChange change) {
    return !isOwnOf(agent) || change.assignee().filter(to -> !to.equals(agent)).isPresent();
  }

  /** Returns true if {@code agent} has it, or created it and nobody has it. */
  boolean isOwnOf(AgentId agent) {
    return agent.value().equals(assignee == null ? createdBy : assignee);
  }

  /** Returns the agent that works on it. */
  Optional<AgentId> holder() {
    return status == TaskStatus.IN_PROGRESS ? assignee() : Optional.empty();
  }

  /**
   * Returns true if {@code agent} could claim it, apart from its dependencies; see {@link
   * ClaimRules}.
   */
  boolean isFreeFor(AgentId agent, long now) {
    return switch (status) {
      case TODO -> assignee == null || assignee.equals(agent.value());
      case IN_PROGRESS ->
          LeaseExpiry.isOf(status, leaseUntil, now)
              && (meantFor == null || meantFor.equals(agent.value()));
      case IN_REVIEW, DONE -> false;
    };
  }

  boolean isHeldBy(AgentId agent) {
    return status == TaskStatus.IN_PROGRESS && agent.value().equals(assignee);
  }

  /** Gives it to {@code agent}. */
  void heldBy(AgentId agent, long until, long now) {
    if (status != TaskStatus.IN_PROGRESS || !agent.value().equals(assignee)) {
      boolean worksOn = status == TaskStatus.IN_REVIEW && agent.value().equals(assignee);
      fence += worksOn ? 0 : 1;
    }
    status = TaskStatus.IN_PROGRESS;
    assignee = agent.value();
    leaseUntil = until;
    updatedAt = now;
  }

  /** Sets a status in which nobody works on it. */
  void restsAs(TaskStatus next, long now) {
    status = next;
    leaseUntil = null;
    updatedAt = now;
  }

  /** Returns it to the end of the board, for the agent it was assigned to, if any. */
  void backOnBoard(long place, long now) {
    fence++;
    assignee = meantFor;
    queued = place;
    restsAs(TaskStatus.TODO, now);
  }

  /** Assigns it to {@code agent} while nobody works on it. */
  void assignedTo(AgentId agent, long now) {
    assignee = agent.value();
    if (status == TaskStatus.TODO) {
      meantFor = assignee;
    }
    updatedAt = now;
  }

  /** Takes the content of {@code edit}; returns the names of the fields that are other now. */
  List<String> edited(TaskEdit edit, long now) {
    List<String> fields = new ArrayList<>();
    if (edit.title().filter(text -> !text.equals(title)).isPresent()) {
      title = edit.title().get();
      fields.add("title");
    }
    String text = edit.description().orElse("");
    if (edit.description().isPresent() && !text.equals(description == null ? "" : description)) {
      description = text.isEmpty() ? null : text;
      fields.add("description");
    }
    short rank = edit.priority().map(urgency -> (short) urgency.rank()).orElse(priority);
    if (rank != priority) {
      priority = rank;
      fields.add("priority");
    }
    if (!fields.isEmpty()) {
      updatedAt = now;
    }
    return List.copyOf(fields);
  }

  Task snapshot(SessionId of, List<TaskId> dependsOn, List<Gate> gates) {
    TaskDraft draft =
        new TaskDraft(
            title,
            Priority.ofRank(priority),
            Optional.ofNullable(description),
            Optional.ofNullable(meantFor).map(AgentId::new),
            dependsOn,
            Optional.ofNullable(idempotencyKey),
            Optional.ofNullable(parent).map(TaskId::new),
            Optional.ofNullable(derivedReason),
            gates);
    Optional<Lease> lease =
        Optional.ofNullable(leaseUntil).map(until -> new Lease(Instant.ofEpochMilli(until), fence));
    return new Task(
        id(),
        of,
        draft,
        new AgentId(createdBy),
        depth,
        status,
        assignee(),
        lease,
        Instant.ofEpochMilli(createdAt),
        Instant.ofEpochMilli(updatedAt));
  }
}
