package dev.parley.engine.room;

import com.github.f4b6a3.ulid.UlidCreator;
import dev.parley.engine.logging.Masking;
import dev.parley.engine.persistence.ConstraintViolated;
import dev.parley.engine.persistence.Transactions;
import dev.parley.id.ConnectionId;
import dev.parley.id.Nickname;
import jakarta.persistence.EntityManager;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** Nicknames of the members of rooms: which are free, and how one passes to another member. */
final class NicknameRows {
  private static final System.Logger LOG = System.getLogger(NicknameRows.class.getName());

  private static final String HOLDER =
      "SELECT m FROM Member m WHERE m.roomId = :room AND m.nickname = :nickname";
  private static final String RENAME =
      """
      UPDATE Member m SET m.nickname = :to
      WHERE m.roomId = :room AND m.connectionId = :connection AND m.nickname = :from
      """;
  private static final String TAKEN_LIKE =
      """
      SELECT m.nickname FROM Member m
      WHERE m.roomId = :room AND m.nickname LIKE :form ESCAPE '!' AND m.connectionId <> :connection
      """;

  private final Transactions transactions;

  NicknameRows(Transactions transactions) {
    this.transactions = transactions;
  }

  /**
   * Returns the nickname of {@code wished}, or the first free one with a number appended; part of
   * the caller's transaction.
   */
  static Nickname firstFree(
      EntityManager em, String room, ConnectionId connection, WishedNickname wished) {
    Nickname wish = wished.nickname();
    Set<String> taken =
        new HashSet<>(
            em.createQuery(TAKEN_LIKE, String.class)
                .setParameter("room", room)
                .setParameter("form", wished.beginning().replace("_", "!_") + "%")
                .setParameter("connection", connection.value())
                .getResultList());
    Nickname free = wish;
    for (int n = 2; taken.contains(free.value()) || wished.isOfAnother(free); n++) {
      free = wish.numbered(n);
    }
    return free;
  }

  /** Finds the holder of a nickname in a room. */
  Optional<RoomRows.Member> holder(String room, Nickname nickname) {
    return transactions.read(
        em ->
            em
                .createQuery(HOLDER, MemberRow.class)
                .setParameter("room", room)
                .setParameter("nickname", nickname.value())
                .getResultList()
                .stream()
                .findFirst()
                .map(MemberRow::snapshot));
  }

  /**
   * Gives {@code own} to the other connection and {@code theirs} to this one.
   *
   * @return false where either has another nickname meanwhile
   */
  boolean swap(String room, ConnectionId self, Nickname own, ConnectionId other, Nickname theirs) {
    // a nickname is unique at any moment, and nobody can wish for one that begins so
    String aside = Nickname.NONE.value() + UlidCreator.getMonotonicUlid();
    try {
      return transactions.call(
          em -> {
            if (!rename(em, room, other, theirs.value(), aside)) {
              return false;
            }
            boolean taken = rename(em, room, self, own.value(), theirs.value());
            rename(em, room, other, aside, taken ? own.value() : theirs.value());
            return taken;
          });
    } catch (ConstraintViolated somebodyElseWasFirst) {
      LOG.log(
          System.Logger.Level.DEBUG,
          "Nickname was taken meanwhile; swap given up.",
          Masking.trace(somebodyElseWasFirst));
      return false;
    }
  }

  private static boolean rename(
      EntityManager em, String room, ConnectionId connection, String from, String to) {
    return em.createQuery(RENAME)
            .setParameter("to", to)
            .setParameter("room", room)
            .setParameter("connection", connection.value())
            .setParameter("from", from)
            .executeUpdate()
        == 1;
  }
}
