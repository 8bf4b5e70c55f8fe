package dev.parley.war.wake;

import dev.parley.war.wire.WireEnum;
import java.util.Locale;

/** The senders that may interrupt an agent, as its client says. */
public enum UrgentPolicy {
  /** People and agents. */
  ALL,
  /** People at the page. */
  PEOPLE,
  /** Nobody. */
  NONE;

  /** The policy of a client that says nothing. */
  public static final UrgentPolicy DEFAULT = PEOPLE;

  private static final WireEnum<UrgentPolicy> NAMES = WireEnum.of(UrgentPolicy::wireName, values());

  /**
   * Returns the policy {@code name}.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} where there is none
   */
  public static UrgentPolicy of(String name) {
    return NAMES.read(name);
  }

  /** Returns its name on the wire. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns whether a sender may interrupt. */
  boolean admits(boolean person) {
    return this == ALL || (this == PEOPLE && person);
  }
}
