package dev.parley.engine.presence;

import dev.parley.engine.concurrent.DaemonThreads;
import dev.parley.engine.concurrent.KeyedListeners;
import dev.parley.engine.concurrent.SharedExecutor;
import dev.parley.engine.logging.Masking;
import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.message.Subscription;
import dev.parley.presence.Roster;
import dev.parley.presence.RosterQuery;
import dev.parley.problem.ParleyException;
import dev.parley.problem.ServerFull;
import dev.parley.problem.Unavailable;
import dev.parley.spi.MessageBackend;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The presence of this node's connections, published to other nodes, and theirs, read. One thread
 * publishes for all connections of the node: concurrent events go out together, many to a message,
 * and a goodbye comes after every heartbeat of its connection. No caller waits for it.
 *
 * <p>The owner of the backend connects it before, and disconnects it after this is closed.
 */
public final class PresenceDirectory {
  private static final System.Logger LOG = System.getLogger(PresenceDirectory.class.getName());

  private static final int AGAIN_MILLIS = 1_000;
  private static final String THREAD = "parley-presence";

  private final MessageBackend backend;
  private final ConnectionId node;
  private final InstantSource clock;
  private final HeartbeatConfig timing;
  private final int limit;
  private final Map<WorkspaceId, WorkspacePresence> workspaces = new ConcurrentHashMap<>();
  private final ScheduledExecutorService publisher;
  private final KeyedListeners<WorkspaceId, Runnable> listeners = new KeyedListeners<>();
  private volatile boolean closed;

  /**
   * Makes presence over {@code backend}.
   *
   * @param node an id no other run of any node has
   */
  public PresenceDirectory(
      MessageBackend backend, ConnectionId node, InstantSource clock, HeartbeatConfig timing) {
    this(backend, node, clock, timing, Integer.MAX_VALUE, Optional.empty());
  }

  /**
   * Makes presence with a limit.
   *
   * @param limit the maximum number of agents remembered of one workspace
   * @param shared the executor of the application; empty for a thread of its own
   */
  public PresenceDirectory(
      MessageBackend backend,
      ConnectionId node,
      InstantSource clock,
      HeartbeatConfig timing,
      int limit,
      Optional<SharedExecutor> shared) {
    this.publisher =
        shared
            .map(executor -> executor.pool(THREAD, 1))
            .orElseGet(
                () -> Executors.newSingleThreadScheduledExecutor(DaemonThreads.named(THREAD)));
    this.limit = limit;
    this.backend = backend;
    this.node = node;
    this.clock = clock;
    this.timing = timing;
    every(timing.heartbeat().toMillis(), this::beatOnce);
    every(AGAIN_MILLIS, this::beatAgain);
  }

  private void every(long millis, Runnable work) {
    var unused = publisher.scheduleWithFixedDelay(work, millis, millis, TimeUnit.MILLISECONDS);
  }

  /**
   * Publishes a hello for a connection.
   *
   * @param person whether the agent is a person
   * @param rooms returns its rooms, at any time and at once
   */
  public ConnectedPresence open(
      WorkspaceId workspace,
      ConnectionId connection,
      AgentId agent,
      boolean person,
      Supplier<Set<RoomName>> rooms) {
    ConnectedPresence unseen = observe(workspace, connection);
    WorkspacePresence presence = in(workspace);
    presence.enter(connection, agent, person, rooms);
    publishSoon(presence);
    return unseen;
  }

  /** Publishes a hello for a connection of a program. */
  ConnectedPresence open(
      WorkspaceId workspace,
      ConnectionId connection,
      AgentId agent,
      Supplier<Set<RoomName>> rooms) {
    return open(workspace, connection, agent, false, rooms);
  }

  /** Returns true if a person named {@code name} is online on this node. */
  public boolean isPerson(WorkspaceId workspace, String name) {
    WorkspacePresence known = workspaces.get(workspace);
    return known != null && known.isPerson(name);
  }

  /**
   * Refuses an agent past the limit. Agents that are gone are dropped before.
   *
   * @throws ParleyException {@code limit_reached}
   */
  public void admit(WorkspaceId workspace, AgentId agent) {
    if (!in(workspace).fits(agent, limit)) {
      throw new ParleyException(new ServerFull("agents", limit));
    }
  }

  /** Returns presence for an observer, which others do not see. */
  public ConnectedPresence observe(WorkspaceId workspace, ConnectionId connection) {
    return new ConnectedPresence(this, in(workspace), connection);
  }

  /**
   * Calls {@code listener} when an agent of the workspace comes, goes, falls silent, or is in other
   * rooms, on any node.
   */
  public Subscription onChange(WorkspaceId workspace, Runnable listener) {
    return listeners.add(workspace, listener)::run;
  }

  private WorkspacePresence in(WorkspaceId workspace) {
    return workspaces.computeIfAbsent(
        workspace,
        name ->
            new WorkspacePresence(
                name,
                backend,
                node,
                clock,
                timing,
                publisher,
                () -> listeners.each(name, Runnable::run)));
  }

  Roster roster(WorkspacePresence presence, RosterQuery query) {
    if (closed) {
      throw new ParleyException(new Unavailable("This Parley", Duration.ofSeconds(1)));
    }
    return presence.roster(query);
  }

  /** Publishes a heartbeat of every connection of this node now. */
  CompletableFuture<Void> beat() {
    return CompletableFuture.runAsync(this::beatOnce, publisher);
  }

  private void beatOnce() {
    workspaces.values().forEach(PresenceDirectory::beat);
  }

  /**
   * Publishes events that failed before, and returned connections, so that nobody counts as gone
   * for longer than necessary.
   */
  private void beatAgain() {
    workspaces.values().stream()
        .filter(WorkspacePresence::beatOfReturned)
        .forEach(presence -> attempt(presence::publish));
    workspaces.values().stream()
        .filter(WorkspacePresence::isFailing)
        .forEach(PresenceDirectory::beat);
  }

  private static void beat(WorkspacePresence presence) {
    attempt(
        () -> {
          presence.beat();
          presence.publish();
        });
  }

  /** Publishes the recorded events, on the publishing thread. */
  void publishSoon(WorkspacePresence presence) {
    try {
      publisher.execute(() -> attempt(presence::publish));
    } catch (RejectedExecutionException closing) {
      LOG.log(
          System.Logger.Level.DEBUG,
          "Presence is closed; late event dropped.",
          Masking.trace(closing));
    }
  }

  private static void attempt(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error e) {
      LOG.log(
          System.Logger.Level.ERROR,
          "Presence heartbeat failed unexpectedly; retrying with the next one.",
          Masking.trace(e));
    }
  }

  /**
   * Publishes a goodbye for every connection, for at most {@code patience}. A second call does
   * nothing.
   */
  public void close(Duration patience) {
    if (closed) {
      return;
    }
    closed = true;
    workspaces
        .values()
        .forEach(
            presence -> {
              presence.leaveAll();
              publishSoon(presence);
            });
    publisher.shutdown();
    try {
      if (!publisher.awaitTermination(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        publisher.shutdownNow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      publisher.shutdownNow();
    }
    workspaces.values().forEach(WorkspacePresence::close);
  }
}
