package dev.parley.engine.failover;

import dev.parley.agent.Connection;
import dev.parley.agent.ConnectionFailover;
import dev.parley.agent.ConnectionLocation;
import dev.parley.agent.ConnectionTrait;
import dev.parley.engine.concurrent.PeriodicTasks;
import dev.parley.engine.concurrent.SharedExecutor;
import dev.parley.engine.logging.Masking;
import dev.parley.engine.topic.Checkpoints;
import dev.parley.id.ConnectionId;
import dev.parley.problem.ParleyException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The connections of this node that others may take over, and the way to take over theirs. One
 * thread records this node's heartbeat and reads the others'; another thread writes the progress of
 * its connections.
 */
public final class StoredConnections implements ConnectionFailover {
  private static final System.Logger LOG = System.getLogger(StoredConnections.class.getName());
  private static final int BEATS_BETWEEN_CLEARINGS = 5;
  private static final int MAX_AT_ONCE = 500;
  private static final int LOCKS = 64;
  private static final Duration MAX_MARKING = Duration.ofSeconds(1);

  private final ConnectionRows rows;
  private final Duration grace;
  private final Duration retention;
  private final FailureTimings timings;
  private final Company company;
  private final BiFunction<StoredConnection, Set<ConnectionTrait>, TransferableConnection> opening;
  private final FailureDetector watch;
  private final Map<ConnectionId, TrackedConnection> tracked = new ConcurrentHashMap<>();

  /** Held while a connection is looked up: a second lookup then finds it open. */
  private final Object[] finding = Stream.generate(Object::new).limit(LOCKS).toArray(Object[]::new);

  private final PeriodicTasks clock;

  private volatile long renewedAt;
  private volatile Set<String> others = Set.of();

  /**
   * True while a connection of an earlier run may still be asked for; false only for a node without
   * others.
   */
  private volatile boolean hasEarlier = true;

  private volatile boolean wasCutOff;
  private long beats;

  /** The other nodes over the same database. */
  public enum Company {
    /** None: connections only have to survive a restart, and no heartbeat is needed. */
    NONE,
    /** Other nodes. */
    NODES
  }

  /**
   * Makes the connections over {@code rows}, to be begun.
   *
   * @param grace the time connections of a lost node can be taken over
   * @param counts the time the word of such a node counts; its memberships stay at least as long
   * @param company the other nodes over the database
   * @param opening opens a connection that was taken over, with its progress and these traits
   * @param shared the executor of the application; empty for threads of its own
   */
  public StoredConnections(
      ConnectionRows rows,
      Duration grace,
      Duration counts,
      FailureTimings timings,
      Company company,
      BiFunction<StoredConnection, Set<ConnectionTrait>, TransferableConnection> opening,
      Optional<SharedExecutor> shared) {
    this.clock = new PeriodicTasks("parley-failover", 2, shared);
    this.rows = rows;
    this.grace = grace;
    this.retention = company == Company.NODES && counts.compareTo(grace) > 0 ? counts : grace;
    this.timings = timings;
    this.company = company;
    this.opening = opening;
    this.watch = new FailureDetector(System::nanoTime, timings.gone());
  }

  /**
   * Begins this run of the node.
   *
   * @param claim the check before it, where other processes can use the database
   * @return connections of its earlier runs, which may continue at any node
   * @throws NodeInUse where another process runs
   */
  public Set<ConnectionId> begin(Optional<NodeClaim> claim) {
    wasCutOff = isAlone() ? rows.beginAlone() : claim.map(NodeClaim::begin).orElseGet(rows::begin);
    renewedAt = System.nanoTime();
    long millis = timings.every().toMillis();
    clock.every(millis, isAlone() ? this::clearEarlierRuns : this::beat);
    clock.every(millis, this::write);
    Set<ConnectionId> left = isAlone() ? rows.all() : rows.ofThisName();
    if (wasCutOff) {
      LOG.log(
          System.Logger.Level.WARNING,
          "The previous run of this node did not end in order; {0} of its connections can continue"
              + " at the node they reconnect to.",
          left.size());
    }
    return left;
  }

  /** Returns true if the run before this one did not end in order. */
  public boolean wasCutOff() {
    return wasCutOff;
  }

  /**
   * Ends this run: writes the progress of its connections, which may continue elsewhere from now
   * on. Closes none of them.
   *
   * @return those connections
   */
  public Set<ConnectionId> end() {
    clock.end();
    try {
      if (clock.awaitEnd(MAX_MARKING)) {
        write();
        rows.end();
      }
    } catch (ParleyException databaseUnreachable) {
      LOG.log(
          System.Logger.Level.WARNING,
          "Database unreachable during shutdown; connections continue elsewhere from their last"
              + " saved checkpoints.",
          Masking.trace(databaseUnreachable));
    }
    return Set.copyOf(tracked.keySet());
  }

  @Override
  public void keep(Connection connection, String key, String words, Runnable lost) {
    TrackedConnection known = tracked.get(connection.id());
    if (known == null) {
      known =
          new TrackedConnection(
              (TransferableConnection) connection, key, words, Checkpoints.NOTHING);
      tracked.put(connection.id(), known);
    }
    known.lost = lost;
    try {
      known.insertOnce(rows);
    } catch (ParleyException away) {
      LOG.log(
          System.Logger.Level.DEBUG,
          "Saving a connection for failover failed: database unreachable; retrying.",
          Masking.trace(away));
    }
  }

  @Override
  public boolean isSure() {
    return isAlone() || System.nanoTime() - renewedAt < timings.unsure().toNanos();
  }

  @Override
  public ConnectionLocation find(String key, boolean unreachable, Set<ConnectionTrait> traits) {
    if (!hasEarlier) {
      return ConnectionLocation.NOT_FOUND;
    }
    synchronized (finding[Math.floorMod(key.hashCode(), LOCKS)]) {
      for (; ; ) {
        Optional<StoredConnection> stored = rows.find(key);
        if (stored.isEmpty()) {
          return ConnectionLocation.NOT_FOUND;
        }
        Optional<ConnectionLocation> found = find(stored.get(), key, unreachable, traits);
        if (found.isPresent()) {
          return found.get();
        }
      }
    }
  }

  /** Finds a stored connection; empty where another node was faster. */
  private Optional<ConnectionLocation> find(
      StoredConnection stored, String key, boolean unreachable, Set<ConnectionTrait> traits) {
    if (stored.run().equals(rows.run())) {
      return Optional.of(
          tracked.containsKey(stored.id()) ? ConnectionLocation.LOCAL : open(stored, key, traits));
    }
    Optional<NodeStatus> owner = rows.node(stored.run());
    if (owner.isEmpty()) {
      return Optional.of(ConnectionLocation.NOT_FOUND);
    }
    NodeStatus node = owner.get();
    if (!isGone(node, unreachable ? timings.unreachable() : timings.gone())) {
      return Optional.of(ConnectionLocation.elsewhere(node.address()));
    }
    if (rows.isOver(node, grace)) {
      return Optional.of(ConnectionLocation.NOT_FOUND);
    }
    return rows.take(stored.id(), node) ? Optional.of(open(stored, key, traits)) : Optional.empty();
  }

  private boolean isGone(NodeStatus node, Duration silence) {
    return node.hasEnded() || watch.silence(node).compareTo(silence) >= 0;
  }

  private ConnectionLocation open(
      StoredConnection stored, String key, Set<ConnectionTrait> traits) {
    TransferableConnection connection = opening.apply(stored, traits);
    TrackedConnection taken =
        new TrackedConnection(connection, key, stored.words(), stored.reading());
    taken.isRow = true;
    tracked.put(stored.id(), taken);
    LOG.log(
        System.Logger.Level.INFO,
        "Failover: connection {0} of {1} continues on this node, its own node is gone.",
        stored.id(),
        stored.agent());
    return ConnectionLocation.taken(connection, stored.words());
  }

  /**
   * Releases a connection that ends.
   *
   * @return true if this node is to remove its memberships: false where another node has taken it
   *     over
   */
  public boolean release(ConnectionId id) {
    TrackedConnection ending = tracked.get(id);
    boolean ours = ending == null || ending.end(rows);
    if (ending != null) {
      tracked.remove(id, ending);
    }
    return ours;
  }

  /** Records a heartbeat, and checks whether this node was taken for gone before it. */
  private void beat() {
    long began = System.nanoTime();
    List<NodeStatus> nodes = rows.beat();
    watch.look(nodes);
    others = names(nodes);
    beats++;
    boolean clears = beats % BEATS_BETWEEN_CLEARINGS == 0;
    if (clears || !isSure()) {
      dropLost();
    }
    renewedAt = began;
    if (clears) {
      rows.clear(nodes.stream().filter(node -> isGone(node, timings.gone())).toList(), retention);
    }
  }

  private boolean isAlone() {
    return company == Company.NONE;
  }

  /** Removes what earlier runs left behind; a node without others needs no heartbeat. */
  private void clearEarlierRuns() {
    beats++;
    if (hasEarlier && beats % BEATS_BETWEEN_CLEARINGS == 0) {
      List<NodeStatus> earlier =
          rows.nodes().stream().filter(node -> !node.run().equals(rows.run())).toList();
      rows.clear(earlier, retention);
      hasEarlier = !earlier.isEmpty();
    }
  }

  private Set<String> names(List<NodeStatus> nodes) {
    return nodes.stream()
        .filter(node -> !node.run().equals(rows.run()) && !isGone(node, timings.gone()))
        .map(NodeStatus::name)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Returns the names of the other nodes that were alive at this one's last heartbeat. */
  public Set<String> others() {
    return others;
  }

  private void dropLost() {
    List<TrackedConnection> before = tracked.values().stream().filter(one -> one.isRow).toList();
    if (before.isEmpty()) {
      return;
    }
    Set<ConnectionId> own = rows.own();
    for (TrackedConnection one : before) {
      if (!own.contains(one.connection.id()) && tracked.containsValue(one)) {
        LOG.log(
            System.Logger.Level.INFO,
            "Failover: connection {0} was taken over by another node, which took this one for gone;"
                + " closing it here.",
            one.connection.id());
        one.connection.close();
        one.lost.run();
      }
    }
  }

  /** Inserts rows of new connections, and updates those of connections that have moved. */
  private void write() {
    insertOnce();
    List<CompletableFuture<TrackedConnection.Snapshot>> moving = new ArrayList<>();
    for (TrackedConnection one : tracked.values()) {
      boolean hasSomethingToKeep = !isAlone() || one.connection.isInDurableRooms();
      if (one.isRow && hasSomethingToKeep && one.hasMoved()) {
        moving.add(one.snapshot());
      }
    }
    for (int from = 0; from < moving.size(); from += MAX_AT_ONCE) {
      List<TrackedConnection.Snapshot> batch =
          snapshots(moving.subList(from, Math.min(moving.size(), from + MAX_AT_ONCE)));
      rows.moved(batch.stream().map(TrackedConnection.Snapshot::moved).toList());
      batch.forEach(TrackedConnection.Snapshot::isWritten);
    }
  }

  /** Inserts the rows that could not be inserted at once. */
  private void insertOnce() {
    try {
      tracked.values().forEach(one -> one.insertOnce(rows));
    } catch (ParleyException away) {
      LOG.log(
          System.Logger.Level.DEBUG,
          "Saving a connection for failover failed: database unreachable; retrying.",
          Masking.trace(away));
    }
  }

  private static List<TrackedConnection.Snapshot> snapshots(
      List<CompletableFuture<TrackedConnection.Snapshot>> moving) {
    var unused =
        CompletableFuture.allOf(moving.toArray(CompletableFuture<?>[]::new))
            .completeOnTimeout(null, MAX_MARKING.toMillis(), TimeUnit.MILLISECONDS)
            .join();
    return moving.stream().filter(CompletableFuture::isDone).map(CompletableFuture::join).toList();
  }
}
