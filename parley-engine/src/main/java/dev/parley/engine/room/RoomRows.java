package dev.parley.engine.room;

import dev.parley.engine.id.Ulids;
import dev.parley.engine.logging.Masking;
import dev.parley.engine.persistence.ConstraintViolated;
import dev.parley.engine.persistence.SqlQuery;
import dev.parley.engine.persistence.Transactions;
import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.message.TopicName;
import dev.parley.problem.ParleyException;
import dev.parley.problem.ServerFull;
import dev.parley.room.RoomListing.RoomSummary;
import jakarta.persistence.EntityManager;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Rooms and memberships as rows. Constraints decide races. */
public final class RoomRows {
  /** The entities of this package. */
  public static final List<Class<?>> ENTITIES =
      List.of(RoomRow.class, DurableRoomRow.class, MemberRow.class);

  private static final System.Logger LOG = System.getLogger(RoomRows.class.getName());

  private static final String ROOM =
      "SELECT r FROM Room r WHERE r.workspace = :workspace AND r.name = :name";
  private static final String ROOMS_AFTER =
      """
      SELECT r.name, (SELECT COUNT(*) FROM parley_member m WHERE m.room_id = r.id)
      FROM parley_room r WHERE r.workspace = ? AND r.name > ? ORDER BY r.name
      """;
  private static final String COUNT_ROOMS =
      "SELECT COUNT(r) FROM Room r WHERE r.workspace = :workspace";
  private static final String DURABLE =
      """
      SELECT r.name FROM Room r, DurableRoom d
      WHERE d.room = r.id AND r.workspace = :workspace ORDER BY r.name
      """;
  private static final String DURABLE_AMONG =
      "SELECT d.room FROM DurableRoom d WHERE d.room IN :rooms";
  private static final String MEMBERS =
      """
      SELECT m FROM Member m, Room r
      WHERE m.roomId = r.id AND r.workspace = :workspace AND r.name = :name ORDER BY m.id
      """;
  private static final String MEMBERSHIP =
      "SELECT m FROM Member m WHERE m.roomId = :room AND m.connectionId = :connection";
  private static final String COUNT = "SELECT COUNT(m) FROM Member m WHERE m.roomId = :room";
  private static final String LEAVE =
      "DELETE FROM Member m WHERE m.roomId = :room AND m.connectionId = :connection";
  private static final String DEPART = "DELETE FROM Member m WHERE m.connectionId IN :connections";
  private static final String CLEAR_NODE = "DELETE FROM Member m WHERE m.node = :node";
  private static final String OF_NODE =
      "SELECT DISTINCT m.connectionId FROM Member m WHERE m.node = :node";
  private static final String ADOPT =
      "UPDATE Member m SET m.node = :node WHERE m.connectionId = :connection";
  private static final String MEMBERSHIPS =
      """
      SELECT r.name, m.nickname, m.joinedAt FROM Member m, Room r
      WHERE m.roomId = r.id AND m.connectionId = :connection ORDER BY m.id
      """;
  private static final int ATTEMPTS = 50;
  private static final int MAX_AT_ONCE = 500;

  private final Transactions transactions;
  private final String node;
  private final InstantSource clock;
  private final int limit;

  /** Makes rows without a limit on rooms. */
  public RoomRows(Transactions transactions, String node, InstantSource clock) {
    this(transactions, node, clock, Integer.MAX_VALUE);
  }

  /**
   * Makes the rows of {@code node}'s members and of all rooms.
   *
   * @param limit the maximum number of rooms of one workspace
   */
  public RoomRows(Transactions transactions, String node, InstantSource clock, int limit) {
    this.transactions = transactions;
    this.node = node;
    this.clock = clock;
    this.limit = limit;
  }

  /**
   * Removes every membership an earlier process of this node left behind.
   *
   * @param spared connections that stay members, because they may continue on another node
   * @return the number of removed memberships
   */
  public int clearNode(Set<ConnectionId> spared) {
    return spared.isEmpty() ? clearAll() : clearAllBut(spared);
  }

  private int clearAll() {
    return transactions.call(
        em -> em.createQuery(CLEAR_NODE).setParameter("node", node).executeUpdate());
  }

  private int clearAllBut(Set<ConnectionId> spared) {
    List<ConnectionId> gone =
        transactions
            .read(
                em ->
                    em.createQuery(OF_NODE, String.class)
                        .setParameter("node", node)
                        .getResultList())
            .stream()
            .map(ConnectionId::new)
            .filter(connection -> !spared.contains(connection))
            .toList();
    for (int from = 0; from < gone.size(); from += MAX_AT_ONCE) {
      depart(gone.subList(from, Math.min(gone.size(), from + MAX_AT_ONCE)));
    }
    return gone.size();
  }

  /** Makes another node's memberships this one's; part of the caller's transaction. */
  public void adopt(EntityManager em, ConnectionId connection) {
    em.createQuery(ADOPT)
        .setParameter("node", node)
        .setParameter("connection", connection.value())
        .executeUpdate();
  }

  /** Removes every membership of a connection; part of the caller's transaction. */
  public void depart(EntityManager em, ConnectionId connection) {
    em.createQuery(DEPART).setParameter("connections", List.of(connection.value())).executeUpdate();
  }

  /**
   * A membership of a connection.
   *
   * @param joinedAt the time of the join, by the clock of its node
   */
  record MembershipOf(RoomName room, Nickname nickname, Instant joinedAt) {}

  List<MembershipOf> membershipsOf(ConnectionId connection) {
    return transactions.read(
        em ->
            em
                .createQuery(MEMBERSHIPS, Object[].class)
                .setParameter("connection", connection.value())
                .getResultList()
                .stream()
                .map(
                    row ->
                        new MembershipOf(
                            new RoomName((String) row[0]),
                            new Nickname((String) row[1]),
                            ((LocalDateTime) row[2]).toInstant(ZoneOffset.UTC)))
                .toList());
  }

  /** A room with a row. */
  record Known(String key, boolean durable) {}

  /** Returns the room; creates it where it is absent. */
  Known ensureRoom(WorkspaceId workspace, RoomName name) {
    return known(workspace, name).orElseGet(() -> make(workspace, name));
  }

  private Known make(WorkspaceId workspace, RoomName name) {
    String id = Ulids.next();
    try {
      transactions.run(
          em -> {
            refuseIfFull(em, workspace);
            em.persist(new RoomRow(id, workspace, name, now()));
          });
      return new Known(id, false);
    } catch (ConstraintViolated somebodyElseMadeIt) {
      return known(workspace, name).orElseThrow();
    }
  }

  private void refuseIfFull(EntityManager em, WorkspaceId workspace) {
    long rooms =
        em.createQuery(COUNT_ROOMS, Long.class)
            .setParameter("workspace", workspace.value())
            .getSingleResult();
    if (rooms >= limit) {
      throw new ParleyException(new ServerFull("rooms", limit));
    }
  }

  /** Finds the room. */
  Optional<Known> known(WorkspaceId workspace, RoomName name) {
    return transactions.read(
        em ->
            room(em, workspace, name)
                .map(row -> new Known(row.id(), em.find(DurableRoomRow.class, row.id()) != null)));
  }

  /** Makes the room durable from now on. */
  void makeDurable(String room) {
    try {
      transactions.run(em -> em.persist(new DurableRoomRow(room)));
    } catch (ConstraintViolated itIsAlready) {
      LOG.log(
          System.Logger.Level.DEBUG,
          "Room is already durable; nothing to do.",
          Masking.trace(itIsAlready));
    }
  }

  /** Returns a number at least as high as any assigned to a topic before it was made durable. */
  public long highWater(TopicName topic) {
    if (topic.kind() != TopicName.Kind.ROOM) {
      return 0;
    }
    return transactions.read(
        em ->
            room(em, topic.workspace(), new RoomName(topic.name()))
                .map(RoomRow::highWater)
                .orElse(0L));
  }

  /**
   * Reserves numbers for an ephemeral room that nodes share; returns the one before the first.
   * {@link HighWaterMark} reserves more long before they are used up.
   */
  public long reserve(TopicName topic) {
    Known room = ensureRoom(topic.workspace(), new RoomName(topic.name()));
    long before = numbers().take(room.key(), RoomNumberRows.RESERVED);
    if (!durableAmong(Set.of(room.key())).isEmpty()) {
      throw new RoomIsDurableException(topic.name());
    }
    return before;
  }

  /** Returns the keys among {@code rooms} whose rooms are durable. */
  Set<String> durableAmong(Collection<String> rooms) {
    return transactions.read(
        em ->
            new HashSet<>(
                em.createQuery(DURABLE_AMONG, String.class)
                    .setParameter("rooms", rooms)
                    .getResultList()));
  }

  /** The result of a join. */
  record Admission(Nickname nickname, long membersCount) {}

  /** Adds a member, or renames it: as {@code wish}, or with the first free number appended. */
  Admission join(String room, ConnectionId connection, WishedNickname wish) {
    for (int attempt = 1; ; attempt++) {
      try {
        return transactions.call(em -> joinOnce(em, room, connection, wish));
      } catch (ConstraintViolated somebodyElseWasFirst) {
        if (attempt == ATTEMPTS) {
          throw somebodyElseWasFirst;
        }
      }
    }
  }

  /** Returns the numbers of rooms. */
  RoomNumberRows numbers() {
    return new RoomNumberRows(transactions);
  }

  /** Returns the nicknames that pass from one connection of an agent to another. */
  NicknameRows nicknames() {
    return new NicknameRows(transactions);
  }

  void leave(String room, ConnectionId connection) {
    transactions.run(
        em ->
            em.createQuery(LEAVE)
                .setParameter("room", room)
                .setParameter("connection", connection.value())
                .executeUpdate());
  }

  /** Removes every membership of these connections. */
  void depart(Collection<ConnectionId> connections) {
    List<String> ids = connections.stream().map(ConnectionId::value).toList();
    transactions.run(em -> em.createQuery(DEPART).setParameter("connections", ids).executeUpdate());
  }

  List<RoomSummary> rooms(WorkspaceId workspace) {
    return roomsAfter(workspace, "", Integer.MAX_VALUE);
  }

  /** Lists the first rooms after a name; an empty name begins with the first room. */
  List<RoomSummary> roomsAfter(WorkspaceId workspace, String after, int max) {
    SqlQuery rooms = SqlQuery.of(ROOMS_AFTER, workspace.value(), after);
    return transactions.read(
        em ->
            rooms
                .first(em, max)
                .map(
                    row ->
                        new RoomSummary(
                            new RoomName((String) row[0]), ((Number) row[1]).longValue()))
                .toList());
  }

  /** Lists the durable rooms. */
  List<RoomName> durable(WorkspaceId workspace) {
    return transactions.read(
        em ->
            em
                .createQuery(DURABLE, String.class)
                .setParameter("workspace", workspace.value())
                .getResultList()
                .stream()
                .map(RoomName::new)
                .toList());
  }

  /**
   * A member of a room.
   *
   * @param joinedAt the time of the join, by the clock of its node
   */
  record Member(ConnectionId connection, AgentId agent, Nickname nickname, Instant joinedAt) {}

  /** Lists the members of a room, in the order of joining. */
  List<Member> members(WorkspaceId workspace, RoomName name) {
    return transactions.read(
        em ->
            em
                .createQuery(MEMBERS, MemberRow.class)
                .setParameter("workspace", workspace.value())
                .setParameter("name", name.value())
                .getResultList()
                .stream()
                .map(MemberRow::snapshot)
                .toList());
  }

  private Admission joinOnce(
      EntityManager em, String room, ConnectionId connection, WishedNickname wish) {
    Nickname free = NicknameRows.firstFree(em, room, connection, wish);
    em
        .createQuery(MEMBERSHIP, MemberRow.class)
        .setParameter("room", room)
        .setParameter("connection", connection.value())
        .getResultList()
        .stream()
        .findFirst()
        .ifPresentOrElse(
            member -> member.renamedTo(free),
            () ->
                em.persist(
                    new MemberRow(
                        Ulids.next(), room, connection, wish.agent(), free, node, now())));
    em.flush();
    long members = em.createQuery(COUNT, Long.class).setParameter("room", room).getSingleResult();
    return new Admission(free, members);
  }

  private static Optional<RoomRow> room(EntityManager em, WorkspaceId workspace, RoomName name) {
    return em
        .createQuery(ROOM, RoomRow.class)
        .setParameter("workspace", workspace.value())
        .setParameter("name", name.value())
        .getResultList()
        .stream()
        .findFirst();
  }

  private LocalDateTime now() {
    return LocalDateTime.ofInstant(clock.instant(), ZoneOffset.UTC).truncatedTo(ChronoUnit.MILLIS);
  }
}
