package dev.parley.engine.failover;

import dev.parley.engine.id.Sha256;
import dev.parley.engine.persistence.StatementBatch;
import dev.parley.engine.persistence.Transactions;
import dev.parley.engine.room.RoomRows;
import dev.parley.engine.topic.Checkpoints;
import dev.parley.id.ConnectionId;
import dev.parley.id.SessionId;
import jakarta.persistence.EntityManager;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Nodes and their connections, as rows. One update decides which node has a connection. */
public final class ConnectionRows {
  /** The entities of this package. */
  public static final List<Class<?>> ENTITIES = List.of(NodeRow.class, ConnectionRow.class);

  private static final String EARLIER_RUNS_ENDED =
      "UPDATE Node n SET n.beats = -1 WHERE n.name = :name AND n.beats >= 0";
  private static final String RUNS_ENDED =
      "UPDATE Node n SET n.beats = -1 WHERE n.run IN :runs AND n.beats >= 0";
  private static final String ALL_ENDED = "UPDATE Node n SET n.beats = -1, n.seenAt = :now";
  private static final String SILENT = "SELECT COUNT(n) FROM Node n WHERE n.beats >= 0";
  private static final String BEAT =
      """
      UPDATE Node n SET n.beats = n.beats + 1, n.seenAt = :now, n.address = :address
      WHERE n.run = :run
      """;
  private static final String ENDED =
      "UPDATE Node n SET n.beats = -1, n.seenAt = :now WHERE n.run = :run";
  private static final String NODES = "SELECT n FROM Node n";
  private static final String BY_KEY = "SELECT c FROM KeptConnection c WHERE c.keyHash = :hash";
  private static final String OF_RUN = "SELECT c.id FROM KeptConnection c WHERE c.run = :run";
  private static final String ALL = "SELECT c.id FROM KeptConnection c";
  private static final String OF_NAME =
      """
      SELECT c.id FROM KeptConnection c, Node n WHERE c.run = n.run AND n.name = :name
      """;

  /** Native SQL: providers differ in deleting by a subquery. */
  private static final String FORGET_ALL_BUT_DURABLE =
      """
      DELETE FROM parley_connection WHERE id NOT IN (SELECT m.connection_id
      FROM parley_member m JOIN parley_durable_room d ON d.room_id = m.room_id)
      """;

  /** Native SQL: a provider turns the condition into a separate read, which two nodes can pass. */
  private static final String TAKE =
      """
      UPDATE parley_connection SET run = ?1 WHERE id = ?2 AND run = ?3
      AND EXISTS (SELECT n.run FROM parley_node n WHERE n.run = ?4 AND n.beats = ?5)
      """;

  private static final String END =
      "DELETE FROM KeptConnection c WHERE c.id = :id AND c.run = :run";
  private static final String FORGET_RUN =
      """
      DELETE FROM Node n WHERE n.run = :run
      AND NOT EXISTS (SELECT c FROM KeptConnection c WHERE c.run = :run)
      """;
  private static final String MOVED =
      "UPDATE parley_connection SET session_name = ?, reading = ? WHERE id = ? AND run = ?";

  private final Transactions transactions;
  private final RoomRows memberships;
  private final InstantSource clock;
  private final String name;
  private final String run;
  private final Supplier<Optional<URI>> address;

  /**
   * Makes the rows of one run of a node.
   *
   * @param name the node's name, the same for all its runs
   * @param run an id no other run of any node has
   * @param address the address for other nodes, once it is known
   */
  public ConnectionRows(
      Transactions transactions,
      RoomRows memberships,
      InstantSource clock,
      String name,
      String run,
      Supplier<Optional<URI>> address) {
    this.transactions = transactions;
    this.memberships = memberships;
    this.clock = clock;
    this.name = name;
    this.run = run;
    this.address = address;
  }

  String run() {
    return run;
  }

  String name() {
    return name;
  }

  long now() {
    return clock.millis();
  }

  /**
   * Begins this run, which ends every earlier run of the same name.
   *
   * @return true if one of them had not ended in order
   */
  boolean begin() {
    return transactions.call(
        em -> {
          int silent =
              em.createQuery(EARLIER_RUNS_ENDED).setParameter("name", name).executeUpdate();
          em.persist(new NodeRow(run, name, where(), now()));
          return silent > 0;
        });
  }

  /**
   * Begins this run beside others.
   *
   * @param over the runs that are known to have ended
   * @return true if one of them had not ended in order
   */
  boolean begin(Set<String> over) {
    return transactions.call(
        em -> {
          int silent =
              over.isEmpty()
                  ? 0
                  : em.createQuery(RUNS_ENDED).setParameter("runs", over).executeUpdate();
          em.persist(new NodeRow(run, name, where(), now()));
          return silent > 0;
        });
  }

  /**
   * Begins this run as the only one of the database, so every other run is over. Their connections
   * in durable rooms may continue. The grace time for them starts now, as nothing could be sent
   * while no node was up. The other connections have nothing to continue with.
   *
   * @return true if one of them had not ended in order
   */
  boolean beginAlone() {
    return transactions.call(
        em -> {
          long silent = em.createQuery(SILENT, Long.class).getSingleResult();
          em.createQuery(ALL_ENDED).setParameter("now", now()).executeUpdate();
          em.createNativeQuery(FORGET_ALL_BUT_DURABLE).executeUpdate();
          em.persist(new NodeRow(run, name, where(), now()));
          return silent > 0;
        });
  }

  /** Reads the last status of all runs. */
  List<NodeStatus> nodes() {
    return transactions.call(ConnectionRows::nodes);
  }

  private static List<NodeStatus> nodes(EntityManager em) {
    return em.createQuery(NODES, NodeRow.class).getResultList().stream()
        .map(NodeRow::snapshot)
        .toList();
  }

  /** Records a heartbeat of this run; returns the last status of all runs. */
  List<NodeStatus> beat() {
    return transactions.call(
        em -> {
          int known =
              em.createQuery(BEAT)
                  .setParameter("now", now())
                  .setParameter("address", where())
                  .setParameter("run", run)
                  .executeUpdate();
          if (known == 0) {
            em.persist(new NodeRow(run, name, where(), now()));
          }
          return nodes(em);
        });
  }

  private String where() {
    return address.get().map(URI::toString).orElse("");
  }

  /** Records that this run ends in order, so no node has to wait for its silence. */
  void end() {
    transactions.run(
        em ->
            em.createQuery(ENDED)
                .setParameter("now", now())
                .setParameter("run", run)
                .executeUpdate());
  }

  /** Removes this run, which was refused before it had a connection. */
  void withdraw() {
    forget(run);
  }

  Optional<NodeStatus> node(String which) {
    return transactions.read(
        em -> Optional.ofNullable(em.find(NodeRow.class, which)).map(NodeRow::snapshot));
  }

  /** Inserts the row of a connection. */
  void insert(StoredConnection stored, String key) {
    transactions.run(em -> em.persist(new ConnectionRow(stored, Sha256.hex(key))));
  }

  /** The session and the progress of a connection. */
  record Moved(ConnectionId id, Optional<SessionId> session, Checkpoints reading) {}

  /** Updates the progress of connections; skips those of other runs by now. */
  void moved(Collection<Moved> all) {
    StatementBatch batch = new StatementBatch();
    for (Moved one : all) {
      var unused =
          batch.add(
              MOVED,
              one.session().map(SessionId::value).orElse(""),
              CheckpointCodec.write(one.reading()),
              one.id().value(),
              run);
    }
    transactions.run(batch::send);
  }

  Optional<StoredConnection> find(String key) {
    return transactions.read(
        em ->
            em
                .createQuery(BY_KEY, ConnectionRow.class)
                .setParameter("hash", Sha256.hex(key))
                .getResultList()
                .stream()
                .findFirst()
                .map(ConnectionRow::snapshot));
  }

  /** Lists the connections of this run. */
  Set<ConnectionId> own() {
    return ids(OF_RUN, "run", run);
  }

  /** Lists the connections of all runs. */
  Set<ConnectionId> all() {
    return transactions.read(
        em ->
            em.createQuery(ALL, String.class).getResultList().stream()
                .map(ConnectionId::new)
                .collect(Collectors.toUnmodifiableSet()));
  }

  /** Lists the connections of all runs of this node. */
  Set<ConnectionId> ofThisName() {
    return ids(OF_NAME, "name", name);
  }

  private Set<ConnectionId> ids(String query, String parameter, String value) {
    return transactions.read(
        em ->
            em
                .createQuery(query, String.class)
                .setParameter(parameter, value)
                .getResultList()
                .stream()
                .map(ConnectionId::new)
                .collect(Collectors.toUnmodifiableSet()));
  }

  /**
   * Takes a connection and its memberships from a run without a heartbeat since {@code from} was
   * read.
   */
  boolean take(ConnectionId id, NodeStatus from) {
    return transactions.call(
        em -> {
          boolean taken =
              em.createNativeQuery(TAKE)
                      .setParameter(1, run)
                      .setParameter(2, id.value())
                      .setParameter(3, from.run())
                      .setParameter(4, from.run())
                      .setParameter(5, from.beats())
                      .executeUpdate()
                  == 1;
          if (taken) {
            memberships.adopt(em, id);
          }
          return taken;
        });
  }

  /** Removes a connection of this run; returns true if this run had it. */
  boolean end(ConnectionId id) {
    return transactions.call(em -> end(em, id, run));
  }

  private static boolean end(EntityManager em, ConnectionId id, String of) {
    return em.createQuery(END)
            .setParameter("id", id.value())
            .setParameter("run", of)
            .executeUpdate()
        == 1;
  }

  /**
   * Removes the runs that are gone for longer than {@code retention}, and everything they left
   * behind.
   */
  void clear(Collection<NodeStatus> gone, Duration retention) {
    for (NodeStatus node : gone) {
      if (isOver(node, retention)) {
        for (ConnectionId left : ids(OF_RUN, "run", node.run())) {
          transactions.run(
              em -> {
                if (end(em, left, node.run())) {
                  memberships.depart(em, left);
                }
              });
        }
        forget(node.run());
      }
    }
  }

  private void forget(String which) {
    transactions.run(em -> em.createQuery(FORGET_RUN).setParameter("run", which).executeUpdate());
  }

  /** Returns true if {@code node} has had no heartbeat for longer than {@code length}. */
  boolean isOver(NodeStatus node, Duration length) {
    return now() - node.seenAt() > length.toMillis();
  }
}
