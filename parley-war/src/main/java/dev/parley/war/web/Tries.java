package dev.parley.war.web;

/**
 * How often something may still be tried. For any thread.
 *
 * @param take takes one, and throws {@link dev.parley.ParleyException} with {@code rate_limited}
 *     where none is left at the moment
 * @param giveBack gives one back that was taken for nothing
 */
public record Tries(Runnable take, Runnable giveBack) {

  /** Makes a bound that nothing was taken from. */
  @FunctionalInterface
  public interface Bound {

    /** So many at once, and so many more in a minute. */
    Tries of(int atOnce, int perMinute);
  }
}
