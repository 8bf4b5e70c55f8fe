package dev.parley.engine.room;

import dev.parley.engine.persistence.Transactions;

/**
 * The numbers of rooms, as rows. A room's high water is at least as high as any of its numbers; the
 * process that raises it owns the numbers in between.
 */
final class RoomNumberRows {
  /** The size of a block of numbers of a room that nodes share. */
  static final int RESERVED = 65_536;

  private static final String RAISE =
      "UPDATE Room r SET r.highWater = :to WHERE r.id = :room AND r.highWater = :from";
  private static final String HIGH_WATER = "SELECT r.highWater FROM Room r WHERE r.id = :room";

  private final Transactions transactions;

  RoomNumberRows(Transactions transactions) {
    this.transactions = transactions;
  }

  /** Takes {@code count} numbers for this process alone; returns the one before the first. */
  long take(String room, int count) {
    for (; ; ) {
      long from = highWater(room);
      if (moveHighWater(room, from, from + count)) {
        return from;
      }
    }
  }

  /** Returns unused numbers, if nobody took any since. */
  void giveBack(String room, long taken, long used) {
    moveHighWater(room, taken, used);
  }

  /** Reserves the numbers up to {@code last}, so that a new numbering begins after them. */
  void cover(String room, long last) {
    for (; ; ) {
      long from = highWater(room);
      if (from >= last || moveHighWater(room, from, last)) {
        return;
      }
    }
  }

  private long highWater(String room) {
    return transactions.call(
        em -> em.createQuery(HIGH_WATER, Long.class).setParameter("room", room).getSingleResult());
  }

  private boolean moveHighWater(String room, long from, long to) {
    return transactions.call(
        em ->
            em.createQuery(RAISE)
                    .setParameter("room", room)
                    .setParameter("from", from)
                    .setParameter("to", to)
                    .executeUpdate()
                == 1);
  }
}
