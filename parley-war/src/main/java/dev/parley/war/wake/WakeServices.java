package dev.parley.war.wake;

/**
 * The parts of a node that decide about the wakes of its agents.
 *
 * @param desks the desks of this node's connections, with the guards of their agents
 * @param tests the reach of agents
 */
public record WakeServices(Desks desks, WakeTests tests) {

  /** Returns services without guards that know the reach of nobody. */
  public static WakeServices unguarded() {
    return new WakeServices(Desks.unguarded(), new WakeTests());
  }
}
