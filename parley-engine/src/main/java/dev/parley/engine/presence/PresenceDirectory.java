package dev.parley.engine.presence;

import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.presence.Roster;
import dev.parley.presence.RosterQuery;
import dev.parley.problem.ParleyException;
import dev.parley.problem.ServerFull;
import dev.parley.problem.Unavailable;
import dev.parley.spi.MessageBackend;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Who is on this node, said to the others, and what they say. One thread speaks for all connections
 * of the node: what came together goes out together, many beats to a message, and a goodbye comes
 * after every heartbeat of its connection. No caller waits for it.
 *
 * <p>The carrier is connected by whoever gives it, and disconnected after this is closed.
 */
public final class PresenceDirectory {
  private static final System.Logger LOG = System.getLogger(PresenceDirectory.class.getName());

  private static final int AGAIN_MILLIS = 1_000;

  private final MessageBackend carrier;
  private final ConnectionId node;
  private final InstantSource clock;
  private final HeartbeatConfig timing;
  private final int limit;
  private final Map<WorkspaceId, WorkspacePresence> workspaces = new ConcurrentHashMap<>();
  private final ScheduledExecutorService speaker =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread thread = new Thread(work, "parley-presence");
            thread.setDaemon(true);
            return thread;
          });
  private volatile boolean closed;

  /**
   * Presence over {@code carrier}.
   *
   * @param node a name no other run of any node has
   */
  public PresenceDirectory(
      MessageBackend carrier, ConnectionId node, InstantSource clock, HeartbeatConfig timing) {
    this(carrier, node, clock, timing, Integer.MAX_VALUE);
  }

  /**
   * Presence with a bound.
   *
   * @param limit the agents of one workspace that are remembered
   */
  public PresenceDirectory(
      MessageBackend carrier,
      ConnectionId node,
      InstantSource clock,
      HeartbeatConfig timing,
      int limit) {
    this.limit = limit;
    this.carrier = carrier;
    this.node = node;
    this.clock = clock;
    this.timing = timing;
    every(timing.heartbeat().toMillis(), this::beatOnce);
    every(AGAIN_MILLIS, this::beatAgain);
  }

  private void every(long millis, Runnable work) {
    var unused = speaker.scheduleWithFixedDelay(work, millis, millis, TimeUnit.MILLISECONDS);
  }

  /**
   * Says hello for a connection.
   *
   * @param person whether the agent is a person
   * @param rooms answers the rooms it is in, at any time and at once
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
    speakSoon(presence);
    return unseen;
  }

  /** Says hello for a connection of a program. */
  ConnectedPresence open(
      WorkspaceId workspace,
      ConnectionId connection,
      AgentId agent,
      Supplier<Set<RoomName>> rooms) {
    return open(workspace, connection, agent, false, rooms);
  }

  /** Whether a person who is there on this node goes by {@code name}. */
  public boolean isPerson(WorkspaceId workspace, String name) {
    WorkspacePresence known = workspaces.get(workspace);
    return known != null && known.isPerson(name);
  }

  /**
   * Refuses an agent that would be one too many. Those who are gone are forgotten before.
   *
   * @throws ParleyException {@code limit_reached}
   */
  public void admit(WorkspaceId workspace, AgentId agent) {
    if (!in(workspace).fits(agent, limit)) {
      throw new ParleyException(new ServerFull("agents", limit));
    }
  }

  /** Presence for one who is not seen. */
  public ConnectedPresence observe(WorkspaceId workspace, ConnectionId connection) {
    return new ConnectedPresence(this, in(workspace), connection);
  }

  private WorkspacePresence in(WorkspaceId workspace) {
    return workspaces.computeIfAbsent(
        workspace, name -> new WorkspacePresence(name, carrier, node, clock, timing));
  }

  Roster roster(WorkspacePresence presence, RosterQuery query) {
    if (closed) {
      throw new ParleyException(new Unavailable("This Parley", Duration.ofSeconds(1)));
    }
    return presence.roster(query);
  }

  /** Says of every connection of this node that it is there, without waiting for the time to. */
  CompletableFuture<Void> beat() {
    return CompletableFuture.runAsync(this::beatOnce, speaker);
  }

  private void beatOnce() {
    workspaces.values().forEach(PresenceDirectory::beat);
  }

  /**
   * Says what could not be said, and who is back, so that nobody is taken for gone for longer than
   * need be.
   */
  private void beatAgain() {
    workspaces.values().stream()
        .filter(WorkspacePresence::beatOfReturned)
        .forEach(presence -> attempt(presence::speak));
    workspaces.values().stream()
        .filter(WorkspacePresence::isSpeechless)
        .forEach(PresenceDirectory::beat);
  }

  private static void beat(WorkspacePresence presence) {
    attempt(
        () -> {
          presence.beat();
          presence.speak();
        });
  }

  /** Says what was noted, on the one thread that speaks. */
  void speakSoon(WorkspacePresence presence) {
    try {
      speaker.execute(() -> attempt(presence::speak));
    } catch (RejectedExecutionException closing) {
      LOG.log(System.Logger.Level.DEBUG, "Everybody has said goodbye.", closing);
    }
  }

  private static void attempt(Runnable speaking) {
    try {
      speaking.run();
    } catch (RuntimeException | Error e) {
      LOG.log(System.Logger.Level.ERROR, "A heartbeat failed; the next one goes on.", e);
    }
  }

  /**
   * Says goodbye for every connection, for at most {@code patience}. A second call does nothing.
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
              speakSoon(presence);
            });
    speaker.shutdown();
    try {
      if (!speaker.awaitTermination(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        speaker.shutdownNow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      speaker.shutdownNow();
    }
    workspaces.values().forEach(WorkspacePresence::close);
  }
}
