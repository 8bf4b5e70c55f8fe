package dev.parley.war.guard;

import dev.parley.problem.TextLimits;
import dev.parley.war.settings.Settings;

/**
 * The limits of what agents do to each other. {@link #OFF} in a place means no limit there.
 *
 * @param exchanges the messages that may answer each other without a person or work in between
 * @param wakes the wakes within an hour that one agent causes another one
 * @param urgent the urgent messages of one sender within an hour
 */
public record GuardLimits(int exchanges, int wakes, int urgent) {
  /** No limit. */
  public static final int OFF = 0;

  /** The greatest value of each limit. */
  public static final int MAX_LIMIT = 10_000;

  /** The limits unless said otherwise. */
  public static final GuardLimits DEFAULT = new GuardLimits(100, 30, 3);

  /** No limits at all. */
  public static final GuardLimits NONE = new GuardLimits(OFF, OFF, OFF);

  private static final String OFF_WORD = "off";

  /**
   * Returns the limits that the settings of a deployment say.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} naming the setting
   */
  public static GuardLimits of(Settings settings) {
    return new GuardLimits(
        limit(settings, "max-exchanges", DEFAULT.exchanges()),
        limit(settings, "max-wakes", DEFAULT.wakes()),
        limit(settings, "max-urgent", DEFAULT.urgent()));
  }

  private static int limit(Settings settings, String name, int usual) {
    boolean off = settings.value(name).filter(OFF_WORD::equals).isPresent();
    return off
        ? OFF
        : settings
            .count(name)
            .map(count -> TextLimits.range(name, count, 1, MAX_LIMIT))
            .orElse(usual);
  }
}
