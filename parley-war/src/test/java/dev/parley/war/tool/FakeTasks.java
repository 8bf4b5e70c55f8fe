package dev.parley.war.tool;

import dev.parley.id.AgentId;
import dev.parley.id.TaskId;
import dev.parley.page.ListPage;
import dev.parley.page.PageSize;
import dev.parley.problem.ClaimLost;
import dev.parley.problem.HookFailed;
import dev.parley.problem.NotFound;
import dev.parley.problem.ParleyException;
import dev.parley.task.Claim;
import dev.parley.task.Gate;
import dev.parley.task.Lease;
import dev.parley.task.LinkedTask;
import dev.parley.task.Task;
import dev.parley.task.TaskChange;
import dev.parley.task.TaskDraft;
import dev.parley.task.TaskEdit;
import dev.parley.task.TaskFilter;
import dev.parley.task.TaskPage;
import dev.parley.task.TaskStatus;
import dev.parley.task.Tasks;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A board in memory: one thread, no hooks, leases that never run out. */
record FakeTasks(FakeBoard board, AgentId agent) implements Tasks {

  @Override
  public Task create(TaskDraft draft) {
    return draft
        .idempotencyKey()
        .flatMap(
            key ->
                board.tasks.values().stream()
                    .filter(task -> task.draft().idempotencyKey().equals(Optional.of(key)))
                    .findFirst())
        .orElseGet(() -> made(draft));
  }

  private Task made(TaskDraft draft) {
    TaskId id = new TaskId("task-" + (board.tasks.size() + 1));
    int depth = draft.parent().isPresent() ? 1 : 0;
    return put(
        new Task(
            id,
            FakeBoard.SESSION,
            draft,
            agent,
            depth,
            TaskStatus.TODO,
            draft.assignee(),
            Optional.empty(),
            FakeBoard.NOW,
            FakeBoard.NOW));
  }

  @Override
  public Task update(TaskId id, TaskChange change) {
    Task task = known(id);
    Optional<Long> current = task.lease().map(Lease::fencingToken);
    if (change.fencingToken().isPresent() && !change.fencingToken().equals(current)) {
      throw new ParleyException(new ClaimLost(task.assignee().map(AgentId::value)));
    }
    if (task.draft().title().equals("fails its hook")) {
      throw new ParleyException(new HookFailed("after_task", "make", "2", "no rule"));
    }
    return put(
        changed(
            task,
            change.status().orElse(task.status()),
            change.assignee().or(task::assignee),
            task.lease()));
  }

  @Override
  public Task edit(TaskId id, TaskEdit edit) {
    throw new UnsupportedOperationException("no tool edits");
  }

  @Override
  public List<Gate> openGates(TaskId id) {
    throw new UnsupportedOperationException("no tool asks for gates");
  }

  @Override
  public Claim claim(TaskId id) {
    Optional<Task> found = find(id);
    if (found.isEmpty()) {
      return Claim.lost(found, "no such task");
    }
    Task task = found.get();
    if (task.status() != TaskStatus.TODO) {
      return Claim.lost(found, "it is claimed");
    }
    Lease lease = new Lease(FakeBoard.NOW.plusSeconds(900), ++board.lastToken);
    return Claim.won(
        put(changed(task, TaskStatus.IN_PROGRESS, Optional.of(agent), Optional.of(lease))));
  }

  @Override
  public Claim claimNext() {
    return board.tasks.values().stream()
        .filter(task -> task.status() == TaskStatus.TODO)
        .min((one, two) -> one.draft().priority().compareTo(two.draft().priority()))
        .map(task -> claim(task.id()))
        .orElseGet(() -> Claim.lost(Optional.empty(), "nothing is free"));
  }

  @Override
  public Lease renew(TaskId id, Optional<Long> fencingToken) {
    return held(id, fencingToken).lease().orElseThrow();
  }

  @Override
  public Task release(TaskId id, Optional<Long> fencingToken) {
    return put(
        changed(held(id, fencingToken), TaskStatus.TODO, Optional.empty(), Optional.empty()));
  }

  @Override
  public List<Task> list(TaskFilter filter) {
    return board.tasks.values().stream()
        .filter(task -> filter.status().map(task.status()::equals).orElse(true))
        .filter(task -> filter.assignee().isEmpty() || filter.assignee().equals(task.assignee()))
        .toList();
  }

  @Override
  public TaskPage list(TaskFilter filter, Optional<TaskId> after, PageSize<Task> size) {
    List<Task> all = list(filter);
    int from = after.map(id -> all.indexOf(known(id)) + 1).orElse(0);
    List<Task> page = size.firstOf(all.subList(from, all.size()));
    return new TaskPage(page, from + page.size() < all.size());
  }

  @Override
  public ListPage<LinkedTask> linked(
      TaskFilter filter, Optional<TaskId> after, PageSize<LinkedTask> size) {
    throw new UnsupportedOperationException("no tool asks for links");
  }

  @Override
  public Optional<LinkedTask> linked(TaskId id) {
    throw new UnsupportedOperationException("no tool asks for links");
  }

  @Override
  public Map<TaskId, String> titles(Set<TaskId> ids) {
    throw new UnsupportedOperationException("no tool asks for titles");
  }

  @Override
  public Map<TaskStatus, Long> counts() {
    throw new UnsupportedOperationException("no tool asks for counts");
  }

  @Override
  public Optional<Task> find(TaskId id) {
    return Optional.ofNullable(board.tasks.get(id));
  }

  private Task held(TaskId id, Optional<Long> token) {
    Task task = known(id);
    Optional<Long> current = task.lease().map(Lease::fencingToken);
    if (current.isEmpty() || (token.isPresent() && !token.equals(current))) {
      throw new ParleyException(new ClaimLost(task.assignee().map(AgentId::value)));
    }
    return task;
  }

  private Task known(TaskId id) {
    return find(id).orElseThrow(() -> new ParleyException(new NotFound("task")));
  }

  private Task put(Task task) {
    board.tasks.put(task.id(), task);
    return task;
  }

  private static Task changed(
      Task task, TaskStatus status, Optional<AgentId> assignee, Optional<Lease> lease) {
    return new Task(
        task.id(),
        task.session(),
        task.draft(),
        task.createdBy(),
        task.depth(),
        status,
        assignee,
        lease,
        task.createdAt(),
        FakeBoard.NOW);
  }
}
