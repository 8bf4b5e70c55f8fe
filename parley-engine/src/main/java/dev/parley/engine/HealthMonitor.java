package dev.parley.engine;

import dev.parley.Health;
import dev.parley.engine.logging.LogEvent;
import dev.parley.engine.persistence.Database;
import dev.parley.engine.session.SessionDirectory;
import dev.parley.id.WorkspaceId;
import dev.parley.spi.HealthAware;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The state of this Parley. Most values are read when somebody asks. Only the backend of durable
 * rooms is probed all the time; otherwise nobody would know since when it is unreachable.
 */
final class HealthMonitor {
  /**
   * The backends of rooms.
   *
   * @param durable the name of that of durable rooms
   * @param ephemeral the name of that of ephemeral rooms
   * @param isDatabase whether durable rooms are in the database
   * @param health the state of that of durable rooms; one that has none counts as reachable
   */
  record Stores(
      String durable, String ephemeral, boolean isDatabase, Optional<HealthAware> health) {

    boolean areReachable() {
      return health.map(HealthAware::isReachable).orElse(true);
    }

    int unconfirmed() {
      return health.map(HealthAware::unconfirmed).orElse(0);
    }
  }

  private static final System.Logger LOG = System.getLogger(HealthMonitor.class.getName());

  private final Database database;
  private final Stores stores;
  private final InstantSource clock;
  private final SessionDirectory sessions;
  private final Collection<LiveConnection> connections;
  private final Supplier<Optional<Health.Nodes>> nodes;
  private volatile @Nullable Instant awaySince;
  private volatile @Nullable Instant storageAwaySince;

  /**
   * A monitor that begins with a reachable backend.
   *
   * @param connections supplies all open connections
   */
  HealthMonitor(
      Database database,
      Stores stores,
      InstantSource clock,
      SessionDirectory sessions,
      Collection<LiveConnection> connections,
      Supplier<Optional<Health.Nodes>> nodes) {
    this.database = database;
    this.stores = stores;
    this.clock = clock;
    this.sessions = sessions;
    this.connections = connections;
    this.nodes = nodes;
  }

  /** Asks the backend of durable rooms, and the database where that is another. */
  void look() {
    if (!stores.isDatabase()) {
      noteStorage(database.state().reachable());
    }
    note(stores.areReachable());
  }

  private synchronized void noteStorage(boolean reachable) {
    if (reachable) {
      storageAwaySince = null;
    } else if (storageAwaySince == null) {
      storageAwaySince = Instant.ofEpochMilli(clock.millis());
    }
  }

  private Optional<Health.Outage> outage(Database.State rows) {
    Instant away = stores.isDatabase() ? awaySince : storageAwaySince;
    return away != null && !rows.reachable()
        ? Optional.of(new Health.Outage(Health.Outage.Reason.UNREACHABLE, away))
        : rows.fullSince().map(since -> new Health.Outage(Health.Outage.Reason.DISK_FULL, since));
  }

  private synchronized void note(boolean reachable) {
    if (reachable) {
      if (awaySince != null && !stores.isDatabase()) {
        LOG.log(
            System.Logger.Level.INFO,
            "Backend {0} of durable rooms reachable again.",
            stores.durable(),
            LogEvent.BACKEND_BACK);
      }
      awaySince = null;
    } else if (awaySince == null) {
      awaySince = Instant.ofEpochMilli(clock.millis());
      if (!stores.isDatabase()) {
        LOG.log(
            System.Logger.Level.WARNING,
            "Backend {0} of durable rooms unreachable; posts to them are refused until it is back.",
            stores.durable(),
            LogEvent.BACKEND_AWAY);
      }
    }
  }

  /** Returns the state, with the counts of every workspace. */
  Health health() {
    return health(connections, stores.unconfirmed() + sessions.unconfirmed());
  }

  /** Returns the state, with the counts of one workspace; writes are not counted by workspace. */
  Health health(WorkspaceId workspace) {
    return health(
        connections.stream()
            .filter(connection -> connection.workspace().equals(workspace))
            .toList(),
        0);
  }

  private Health health(Collection<LiveConnection> counted, int writes) {
    Database.State rows = database.state();
    noteStorage(rows.reachable());
    if (stores.isDatabase()) {
      note(rows.reachable());
    }
    Instant away = awaySince;
    return new Health(
        rows.reachable(),
        rows.product(),
        new Health.Bus(
            stores.durable(), stores.ephemeral(), away == null, Optional.ofNullable(away)),
        connected(counted),
        backlog(counted, writes),
        nodes.get(),
        outage(rows));
  }

  private static Health.Connections connected(Collection<LiveConnection> counted) {
    int open = 0;
    int listening = 0;
    int waiting = 0;
    for (LiveConnection connection : counted) {
      open++;
      listening += connection.isListening() ? 1 : 0;
      waiting += connection.isWaiting() ? 1 : 0;
    }
    return new Health.Connections(open, listening, waiting);
  }

  private static Health.Backlog backlog(Collection<LiveConnection> counted, int writes) {
    long all = 0;
    long most = 0;
    int behind = 0;
    for (LiveConnection connection : counted) {
      long undelivered = connection.undelivered();
      all += undelivered;
      most = Math.max(most, undelivered);
      behind += undelivered > 0 ? 1 : 0;
    }
    return new Health.Backlog(all, most, behind, writes);
  }
}
