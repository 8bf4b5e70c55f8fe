package dev.parley.war.soak;

/** Doubles a rate until it needs so many processors, and interpolates between the last two. */
final class HalfLoad {
  static final int FIRST_RATE = 100;
  static final int LAST_RATE = 409_600;

  private final double processors;
  private int rate = FIRST_RATE;
  private int rateBefore;
  private double usedBefore;
  private boolean isFound;

  HalfLoad(double processors) {
    this.processors = processors;
  }

  /** The rate to measure next, or the one that was found; calls a second. */
  int rate() {
    return rate;
  }

  /** True once a rate needed the processors, and for the last rate. */
  boolean isFound() {
    return isFound;
  }

  /** Takes what {@link #rate()} needed, in processors. */
  void measured(double used) {
    if (used >= processors) {
      double part = (processors - usedBefore) / (used - usedBefore);
      rate = (int) (rateBefore + part * (rate - rateBefore));
      isFound = true;
    } else if (rate == LAST_RATE) {
      isFound = true;
    } else {
      rateBefore = rate;
      usedBefore = used;
      rate *= 2;
    }
  }
}
