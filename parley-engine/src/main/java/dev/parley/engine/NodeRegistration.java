package dev.parley.engine;

import dev.parley.agent.ConnectionTrait;
import dev.parley.engine.config.ParleyConfig;
import dev.parley.engine.failover.ConnectionRows;
import dev.parley.engine.failover.NodeClaim;
import dev.parley.engine.failover.NodeLock;
import dev.parley.engine.failover.StoredConnection;
import dev.parley.engine.failover.StoredConnections;
import dev.parley.engine.failover.StoredConnections.Company;
import dev.parley.engine.failover.TransferableConnection;
import dev.parley.engine.id.Ulids;
import dev.parley.engine.persistence.Database;
import dev.parley.engine.room.RoomRows;
import dev.parley.id.ConnectionId;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * The failover a Parley has by its name and its database. Rows that end with the process need none.
 * The only process over its database goes on with its own connections when it is started again,
 * with or without a name. Where others can be over the database, it first claims the right to run
 * there.
 */
final class NodeRegistration implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(NodeRegistration.class.getName());

  private final String node;
  private final Optional<StoredConnections> connections;
  private final Optional<NodeClaim> claim;

  NodeRegistration(
      Database database,
      ParleyConfig config,
      RoomRows rooms,
      BiFunction<StoredConnection, Set<ConnectionTrait>, TransferableConnection> opening) {
    node = config.cluster().node();
    boolean isUnnamed = config.cluster().isAlone();
    boolean isShared = database.reach() == Database.Reach.SHARED;
    boolean isKept =
        database.reach() != Database.Reach.MEMORY && (!isShared || config.cluster().claims());
    if (isUnnamed && !isKept) {
      connections = Optional.empty();
      claim = Optional.empty();
      return;
    }
    ConnectionRows rows =
        new ConnectionRows(
            database.transactions(),
            rooms,
            config.clock(),
            config.cluster().node(),
            Ulids.next(),
            config.cluster().address());
    connections =
        Optional.of(
            new StoredConnections(
                rows,
                config.cluster().grace(),
                config.cluster().presence().ttl(),
                config.cluster().pace(),
                isUnnamed && !isShared ? Company.NONE : Company.NODES,
                opening,
                config.executor()));
    claim =
        isShared && config.cluster().claims()
            ? Optional.of(
                new NodeClaim(
                    rows,
                    NodeLock.in(config.storage().folder(), config.cluster().node()),
                    config.cluster().pace().unreachable()))
            : Optional.empty();
  }

  /**
   * Begins this run of the node, and removes the memberships that an earlier process of it left
   * behind. That process was killed, or ended in order with connections in ephemeral rooms alone,
   * which do not go on.
   *
   * @throws dev.parley.engine.failover.NodeInUse where another process runs
   */
  void clearEarlierRun(RoomRows rows) {
    Set<ConnectionId> goOn = connections.map(kept -> kept.begin(claim)).orElse(Set.of());
    int left = rows.clearNode(goOn);
    if (left > 0 && connections.map(StoredConnections::wasCutOff).orElse(true)) {
      LOG.log(
          System.Logger.Level.WARNING,
          "The node {0} ended without a clean stop; {1} of its room memberships are removed.",
          node,
          left);
    }
  }

  /** The connections that may go on. */
  Optional<StoredConnections> connections() {
    return connections;
  }

  /** Ends this run, which could not start. */
  void abandon() {
    connections.ifPresent(
        kept -> {
          var unused = kept.end();
        });
    close();
  }

  /** Lets another process of this name begin. */
  @Override
  public void close() {
    claim.ifPresent(NodeClaim::close);
  }
}
