package dev.parley.server;

/**
 * The shares of the old generation, in percent, between which a collection leaves memory free.
 *
 * @param min the least share; the heap grows where less is free
 * @param max the largest share; the heap shrinks where more is free
 */
record HeapLimits(int min, int max) {
  /** Little in reserve. */
  static final HeapLimits QUIET = new HeapLimits(20, 40);

  /** The room of a busy server beside its live objects, however many these are. */
  private static final long ROOM_BYTES = 48L << 20;

  private static final int MAX_MIN = 70;
  private static final int SPREAD = 20;

  /** Returns the limits of a busy server with so many bytes of live objects. */
  static HeapLimits busy(long liveBytes) {
    long share = 100 * ROOM_BYTES / (ROOM_BYTES + liveBytes);
    int min = (int) Math.max(QUIET.min, Math.min(MAX_MIN, share));
    return new HeapLimits(min, min + SPREAD);
  }
}
