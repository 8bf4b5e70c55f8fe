package dev.parley.engine.failover;

import dev.parley.agent.Connection;
import dev.parley.agent.ConnectionFailover;
import dev.parley.agent.ConnectionLocation;
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
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The connections of this node that others may go on with, and the way to go on with theirs. One
 * thread says that this node is there and sees what the others say; another writes down how far its
 * connections have read.
 */
public final class StoredConnections implements ConnectionFailover {
  private static final System.Logger LOG = System.getLogger(StoredConnections.class.getName());
  private static final int BEATS_BETWEEN_CLEARINGS = 5;
  private static final int MAX_AT_ONCE = 500;
  private static final int LOCKS = 64;
  private static final Duration MAX_MARKING = Duration.ofSeconds(1);

  private final ConnectionRows rows;
  private final Duration grace;
  private final Duration seated;
  private final FailureTimings pace;
  private final Company company;
  private final Function<StoredConnection, TransferableConnection> opening;
  private final FailureDetector watch;
  private final Map<ConnectionId, TrackedConnection> kept = new ConcurrentHashMap<>();

  /** Held by who finds a connection: a second one that asks for it finds it open. */
  private final Object[] finding = Stream.generate(Object::new).limit(LOCKS).toArray(Object[]::new);

  private final ScheduledExecutorService clock =
      Executors.newScheduledThreadPool(
          2,
          work -> {
            Thread thread = new Thread(work, "parley-handover");
            thread.setDaemon(true);
            return thread;
          });

  private volatile long saidAt;
  private volatile Set<String> others = Set.of();

  /** Whether a connection of an earlier run may still be asked for; without company alone false. */
  private volatile boolean hasEarlier = true;

  private volatile boolean wasCutOff;
  private long beats;

  /** Who else may be over the database. */
  public enum Company {
    /** Nobody: all that is needed is to go on after a restart, and nobody has to be told of it. */
    NONE,
    /** Other nodes. */
    NODES
  }

  /**
   * Connections over {@code rows}, to be begun.
   *
   * @param grace how long connections of a node that is gone are waited for
   * @param counts how long the word of such a node counts; their seats stay as long at least
   * @param company who else may be over the database
   * @param opening opens a connection that was taken over, as far as it had read
   */
  public StoredConnections(
      ConnectionRows rows,
      Duration grace,
      Duration counts,
      FailureTimings pace,
      Company company,
      Function<StoredConnection, TransferableConnection> opening) {
    this.rows = rows;
    this.grace = grace;
    this.seated = company == Company.NODES && counts.compareTo(grace) > 0 ? counts : grace;
    this.pace = pace;
    this.company = company;
    this.opening = opening;
    this.watch = new FailureDetector(System::nanoTime, pace.gone());
  }

  /**
   * Begins this run of the node.
   *
   * @param claim what has to hold first, where other processes can be over the database
   * @return connections of its earlier runs, which may go on anywhere
   * @throws NodeInUse where another process runs
   */
  public Set<ConnectionId> begin(Optional<NodeClaim> claim) {
    wasCutOff = isAlone() ? rows.beginAlone() : claim.map(NodeClaim::begin).orElseGet(rows::begin);
    saidAt = System.nanoTime();
    every(isAlone() ? this::clearEarlierRuns : this::beat);
    every(this::write);
    Set<ConnectionId> left = isAlone() ? rows.all() : rows.ofThisName();
    if (wasCutOff) {
      LOG.log(
          System.Logger.Level.WARNING,
          "This node ended without a goodbye; {0} of its connections may go on where they come"
              + " back.",
          left.size());
    }
    return left;
  }

  /** Returns whether the run before this one ended without a goodbye. */
  public boolean wasCutOff() {
    return wasCutOff;
  }

  /**
   * Ends this run: what its connections have read is written down, and from now on they may go on
   * elsewhere. No connection is closed.
   *
   * @return those connections
   */
  public Set<ConnectionId> end() {
    clock.shutdown();
    try {
      if (!clock.awaitTermination(MAX_MARKING.toMillis(), TimeUnit.MILLISECONDS)) {
        clock.shutdownNow();
      }
      write();
      rows.end();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ParleyException databaseIsAway) {
      LOG.log(
          System.Logger.Level.WARNING,
          "The database was away; connections go on elsewhere from where they were a while ago.",
          databaseIsAway);
    }
    return Set.copyOf(kept.keySet());
  }

  @Override
  public void keep(Connection connection, String key, String words, Runnable lost) {
    TrackedConnection known = kept.get(connection.id());
    if (known == null) {
      known =
          new TrackedConnection(
              (TransferableConnection) connection, key, words, Checkpoints.NOTHING);
      kept.put(connection.id(), known);
    }
    known.lost = lost;
    try {
      known.keepOnce(rows);
    } catch (ParleyException away) {
      LOG.log(System.Logger.Level.DEBUG, "A connection is kept a little later.", away);
    }
  }

  @Override
  public boolean isSure() {
    return isAlone() || System.nanoTime() - saidAt < pace.unsure().toNanos();
  }

  @Override
  public ConnectionLocation find(String key, boolean unreachable) {
    if (!hasEarlier) {
      return ConnectionLocation.NOT_FOUND;
    }
    synchronized (finding[Math.floorMod(key.hashCode(), LOCKS)]) {
      for (; ; ) {
        Optional<StoredConnection> held = rows.find(key);
        if (held.isEmpty()) {
          return ConnectionLocation.NOT_FOUND;
        }
        Optional<ConnectionLocation> found = find(held.get(), key, unreachable);
        if (found.isPresent()) {
          return found.get();
        }
      }
    }
  }

  /** Empty where another node was faster. */
  private Optional<ConnectionLocation> find(
      StoredConnection held, String key, boolean unreachable) {
    if (held.run().equals(rows.run())) {
      return Optional.of(kept.containsKey(held.id()) ? ConnectionLocation.LOCAL : open(held, key));
    }
    Optional<NodeStatus> owner = rows.node(held.run());
    if (owner.isEmpty()) {
      return Optional.of(ConnectionLocation.NOT_FOUND);
    }
    NodeStatus node = owner.get();
    if (!isGone(node, unreachable ? pace.unreachable() : pace.gone())) {
      return Optional.of(ConnectionLocation.elsewhere(node.address()));
    }
    if (rows.isOver(node, grace)) {
      return Optional.of(ConnectionLocation.NOT_FOUND);
    }
    return rows.take(held.id(), node) ? Optional.of(open(held, key)) : Optional.empty();
  }

  private boolean isGone(NodeStatus node, Duration silence) {
    return node.hasEnded() || watch.silence(node).compareTo(silence) >= 0;
  }

  private ConnectionLocation open(StoredConnection held, String key) {
    TransferableConnection connection = opening.apply(held);
    TrackedConnection taken = new TrackedConnection(connection, key, held.words(), held.reading());
    taken.isRow = true;
    kept.put(held.id(), taken);
    LOG.log(
        System.Logger.Level.INFO,
        "The connection {0} of {1} goes on here: its node is gone.",
        held.id(),
        held.agent());
    return ConnectionLocation.taken(connection, held.words());
  }

  /**
   * Lets a connection go that ends.
   *
   * @return whether its seats are this node's to remove: not where another has taken it over
   */
  public boolean release(ConnectionId id) {
    TrackedConnection ending = kept.get(id);
    boolean ours = ending == null || ending.end(rows);
    if (ending != null) {
      kept.remove(id, ending);
    }
    return ours;
  }

  /** Says that this node is there, and looks whether it was taken for gone before it said so. */
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
    saidAt = began;
    if (clears) {
      rows.clear(nodes.stream().filter(node -> isGone(node, pace.gone())).toList(), seated);
    }
  }

  private boolean isAlone() {
    return company == Company.NONE;
  }

  /** Without company there is nobody to say anything to, and only what was left to clear away. */
  private void clearEarlierRuns() {
    beats++;
    if (hasEarlier && beats % BEATS_BETWEEN_CLEARINGS == 0) {
      List<NodeStatus> earlier =
          rows.nodes().stream().filter(node -> !node.run().equals(rows.run())).toList();
      rows.clear(earlier, seated);
      hasEarlier = !earlier.isEmpty();
    }
  }

  private Set<String> names(List<NodeStatus> nodes) {
    return nodes.stream()
        .filter(node -> !node.run().equals(rows.run()) && !isGone(node, pace.gone()))
        .map(NodeStatus::name)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** The names of the other nodes that were there when this one last said that it is. */
  public Set<String> others() {
    return others;
  }

  private void dropLost() {
    List<TrackedConnection> before = kept.values().stream().filter(one -> one.isRow).toList();
    if (before.isEmpty()) {
      return;
    }
    Set<ConnectionId> own = rows.own();
    for (TrackedConnection one : before) {
      if (!own.contains(one.connection.id()) && kept.containsValue(one)) {
        LOG.log(
            System.Logger.Level.INFO,
            "The connection {0} goes on at another node, which took this one for gone.",
            one.connection.id());
        one.connection.close();
        one.lost.run();
      }
    }
  }

  /** Writes down which connections there are, and how far those have read that have moved. */
  private void write() {
    keepOnce();
    List<CompletableFuture<TrackedConnection.Marked>> moving = new ArrayList<>();
    for (TrackedConnection one : kept.values()) {
      boolean hasSomethingToKeep = !isAlone() || one.connection.isInDurableRooms();
      if (one.isRow && hasSomethingToKeep && one.hasMoved()) {
        moving.add(one.mark());
      }
    }
    for (int from = 0; from < moving.size(); from += MAX_AT_ONCE) {
      List<TrackedConnection.Marked> batch =
          marked(moving.subList(from, Math.min(moving.size(), from + MAX_AT_ONCE)));
      rows.moved(batch.stream().map(TrackedConnection.Marked::moved).toList());
      batch.forEach(TrackedConnection.Marked::isWritten);
    }
  }

  /** Makes the rows that could not be made at once. */
  private void keepOnce() {
    try {
      kept.values().forEach(one -> one.keepOnce(rows));
    } catch (ParleyException away) {
      LOG.log(System.Logger.Level.DEBUG, "A connection is kept a little later.", away);
    }
  }

  private static List<TrackedConnection.Marked> marked(
      List<CompletableFuture<TrackedConnection.Marked>> moving) {
    var unused =
        CompletableFuture.allOf(moving.toArray(CompletableFuture<?>[]::new))
            .completeOnTimeout(null, MAX_MARKING.toMillis(), TimeUnit.MILLISECONDS)
            .join();
    return moving.stream().filter(CompletableFuture::isDone).map(CompletableFuture::join).toList();
  }

  private void every(Runnable work) {
    long millis = pace.every().toMillis();
    var unused =
        clock.scheduleWithFixedDelay(
            () -> {
              try {
                work.run();
              } catch (ParleyException away) {
                LOG.log(System.Logger.Level.DEBUG, "The database is away; trying again.", away);
              } catch (RuntimeException | Error e) {
                LOG.log(System.Logger.Level.ERROR, "A sweep failed; the next one goes on.", e);
              }
            },
            millis,
            millis,
            TimeUnit.MILLISECONDS);
  }
}
