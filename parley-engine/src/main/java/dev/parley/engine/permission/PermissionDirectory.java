package dev.parley.engine.permission;

import dev.parley.audit.Act;
import dev.parley.audit.Audit;
import dev.parley.audit.AuditAction;
import dev.parley.audit.Origin;
import dev.parley.engine.audit.AgentAudit;
import dev.parley.engine.concurrent.PeriodicTasks;
import dev.parley.engine.id.Ulids;
import dev.parley.engine.logging.Masking;
import dev.parley.engine.persistence.Transactions;
import dev.parley.event.PermissionDecided;
import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.PermissionId;
import dev.parley.id.WorkspaceId;
import dev.parley.permission.PermissionAnswer;
import dev.parley.permission.PermissionDraft;
import dev.parley.permission.PermissionReply;
import dev.parley.permission.PermissionRequest;
import dev.parley.problem.NotFound;
import dev.parley.problem.ParleyException;
import dev.parley.problem.PermissionAnswered;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The permission requests of all workspaces. A request belongs to the connection that asked, and
 * its answer is pushed by the node that has this connection.
 */
public final class PermissionDirectory {
  /** The entities of this package. */
  public static final List<Class<?>> ENTITIES = List.of(PermissionRow.class);

  private static final System.Logger LOG = System.getLogger(PermissionDirectory.class.getName());
  private static final int SWEEP_EVERY_MILLIS = 5_000;
  private static final int LOOK_EVERY_MILLIS = 500;

  /** The time an answer of the last moment has to reach the node of its connection. */
  static final Duration PUSH_WITHIN = Duration.ofSeconds(30);

  /**
   * The characters of an input that are looked at for the audit, which keeps a few hundred: enough
   * to see the end of a password that begins among those.
   */
  private static final int MAX_MASKED = 2_048;

  private static final String EXPIRED = "expired";
  private static final String WITHDRAWN = "withdrawn";

  private final PermissionRows rows;
  private final InstantSource clock;
  private final PermissionLimits limits;
  private final Audit audit;
  private final Consumer<WorkspaceId> changed;

  /** The requests of connections of this node whose answer was not pushed yet. */
  private final Map<PermissionId, Asked> asked = new ConcurrentHashMap<>();

  /** The open requests at the last look; used by the periodic task alone. */
  private Map<WorkspaceId, List<Object>> seen = Map.of();

  private record Asked(
      StoredPermission stored, ConnectionId connection, Consumer<PermissionDecided> push) {}

  /**
   * Makes a directory on rows.
   *
   * @param limits the number of open requests, and the time for which they are open
   * @param audit the audit of requests and answers
   * @param changed gets each workspace whose open requests are others
   */
  public PermissionDirectory(
      Transactions transactions,
      InstantSource clock,
      PermissionLimits limits,
      Audit audit,
      Consumer<WorkspaceId> changed) {
    this.rows = new PermissionRows(transactions, limits);
    this.clock = clock;
    this.limits = limits;
    this.audit = audit;
    this.changed = changed;
  }

  /**
   * Begins to remove what has expired.
   *
   * @param isAlone false where other nodes may be over the same rows, which are looked at then
   */
  public void schedule(PeriodicTasks tasks, boolean isAlone) {
    tasks.every(SWEEP_EVERY_MILLIS, this::sweep);
    if (!isAlone) {
      tasks.every(LOOK_EVERY_MILLIS, this::look);
    }
  }

  /**
   * Stores a request, and pushes its answer to {@code push} when there is one.
   *
   * @param who the audit of the agent that is to use the tool
   */
  PermissionRequest ask(
      ConnectionId connection,
      AgentAudit who,
      PermissionDraft draft,
      Consumer<PermissionDecided> push) {
    Instant now = Instant.ofEpochMilli(clock.millis());
    PermissionRequest fresh =
        new PermissionRequest(
            new PermissionId(Ulids.next()), who.agent(), draft, now, now.plus(limits.timeout()));
    StoredPermission open =
        new StoredPermission(
            who.workspace(), connection, fresh, Optional.empty(), Optional.empty());
    asked.put(fresh.id(), new Asked(open, connection, push)); // before anybody can answer it
    StoredPermission stored;
    try {
      stored = rows.put(who.workspace(), connection, fresh);
    } catch (RuntimeException refused) {
      asked.remove(fresh.id());
      throw refused;
    }
    if (stored.id().equals(fresh.id())) {
      who.record(AuditAction.PERMISSION_ASK, target(fresh), Act.OK);
      changed.accept(who.workspace());
    } else {
      asked.remove(fresh.id());
      follow(stored, connection, push);
    }
    return stored.request();
  }

  /** Pushes the answer of a request that is stored, which it may have already. */
  private void follow(
      StoredPermission stored, ConnectionId connection, Consumer<PermissionDecided> push) {
    asked.put(stored.id(), new Asked(stored, connection, push));
    rows.answered(List.of(stored.id())).forEach(this::deliver);
  }

  /** Goes on with the requests of a connection that was at another node. */
  void resume(ConnectionId connection, Consumer<PermissionDecided> push) {
    try {
      rows.take(connection, clock.millis()).forEach(stored -> follow(stored, connection, push));
    } catch (ParleyException away) {
      LOG.log(
          System.Logger.Level.WARNING,
          "Reading the permission requests of a connection failed: database unreachable; their"
              + " answers do not reach its client.",
          Masking.trace(away));
    }
  }

  /** Withdraws the open requests of a connection that ends. */
  void ended(ConnectionId connection) {
    for (Asked one : List.copyOf(asked.values())) {
      if (one.connection().equals(connection) && asked.remove(one.stored().id(), one)) {
        withdraw(one.stored(), connection);
      }
    }
  }

  /**
   * Withdraws a request that was stored while its connection ended, when {@link #ended} may not
   * have found it.
   */
  void endedBefore(WorkspaceId workspace, ConnectionId connection, PermissionRequest late) {
    asked.remove(late.id());
    withdraw(
        new StoredPermission(workspace, connection, late, Optional.empty(), Optional.empty()),
        connection);
  }

  private void withdraw(StoredPermission stored, ConnectionId connection) {
    try {
      if (rows.withdraw(stored.id(), connection)) {
        over(stored, WITHDRAWN);
      }
    } catch (ParleyException away) {
      LOG.log(
          System.Logger.Level.DEBUG,
          "A permission request was not withdrawn: database unreachable; it expires.",
          Masking.trace(away));
    }
  }

  /**
   * Answers a request.
   *
   * @param by the audit of the person
   * @throws ParleyException {@code not_found}; {@code already_submitted}
   */
  void answer(AgentAudit by, PermissionId id, PermissionAnswer answer) {
    PermissionRows.Outcome outcome =
        rows.answer(by.workspace(), id, answer, by.agent(), clock.millis())
            .orElseThrow(PermissionDirectory::absent);
    StoredPermission stored = outcome.stored();
    PermissionAnswer first = stored.answer().orElseThrow(PermissionDirectory::absent);
    if (outcome.isFirst()) {
      by.record(AuditAction.PERMISSION_ANSWER, target(stored.request()), first.wireName());
      deliver(stored);
      changed.accept(by.workspace());
      return;
    }
    AgentId answered = stored.by().orElse(by.agent());
    if (first != answer || !answered.equals(by.agent())) {
      throw new ParleyException(new PermissionAnswered(first.wireName(), answered.value()));
    }
  }

  private static ParleyException absent() {
    return new ParleyException(new NotFound("permission request"));
  }

  /**
   * Answers the request that a message names.
   *
   * @param to the agent whose request alone is answered; empty for that of any agent
   * @return the answer; empty where no open request has the code
   */
  Optional<PermissionAnswer> answer(AgentAudit by, PermissionReply reply, Optional<AgentId> to) {
    Optional<StoredPermission> named =
        rows.byCode(by.workspace(), reply.code())
            .filter(stored -> stored.answer().isEmpty())
            .filter(stored -> to.isEmpty() || to.get().equals(stored.request().agent()));
    named.ifPresent(stored -> answer(by, stored.id(), reply.answer()));
    return named.map(stored -> reply.answer());
  }

  /** Pushes an answer, where its connection is here and it was not pushed yet. */
  private void deliver(StoredPermission stored) {
    Asked waiting = asked.remove(stored.id());
    if (waiting != null) {
      stored
          .answer()
          .ifPresent(
              answer ->
                  waiting
                      .push()
                      .accept(new PermissionDecided(stored.request().draft().code(), answer)));
    }
  }

  /**
   * Looks at what other nodes changed: pushes the answers they took, and reports the workspaces
   * whose open requests are others.
   *
   * @throws ParleyException {@code unavailable}; the next call goes on
   */
  void look() {
    rows.answered(List.copyOf(asked.keySet())).forEach(this::deliver);
    Map<WorkspaceId, List<Object>> open = rows.open();
    Set<WorkspaceId> all = new HashSet<>(open.keySet());
    all.addAll(seen.keySet());
    Map<WorkspaceId, List<Object>> before = seen;
    seen = open;
    all.stream()
        .filter(workspace -> !open.getOrDefault(workspace, List.of()).equals(before.get(workspace)))
        .forEach(changed);
  }

  /**
   * Pushes the answers that are stored and were not pushed, as after a commit that the database did
   * not confirm. Removes the requests that have expired, those with an answer once it must have
   * been pushed.
   *
   * @throws ParleyException {@code unavailable}; the next call goes on
   */
  void sweep() {
    rows.answered(List.copyOf(asked.keySet())).forEach(this::deliver);
    long now = clock.millis();
    long pushed = now - PUSH_WITHIN.toMillis();
    asked.values().removeIf(one -> one.stored().request().expiresAt().toEpochMilli() <= pushed);
    for (StoredPermission expired : rows.removeExpired(now, pushed)) {
      if (expired.answer().isEmpty()) {
        over(expired, EXPIRED);
      }
    }
  }

  /** Records that a request ended without an answer. */
  private void over(StoredPermission ended, String reason) {
    audit.record(
        new Act(
            ended.workspace(),
            ended.request().agent().value(),
            Origin.NONE,
            AuditAction.PERMISSION_END,
            target(ended.request()),
            reason));
    changed.accept(ended.workspace());
  }

  /** Returns the request as the audit names it: its code, its agent, and what it is for. */
  private static String target(PermissionRequest request) {
    PermissionDraft draft = request.draft();
    String input = draft.input();
    return Masking.masked(
        "request "
            + draft.code()
            + " of "
            + request.agent().value()
            + ": "
            + draft.tool()
            + " "
            + input.substring(0, Math.min(input.length(), MAX_MASKED)));
  }
}
