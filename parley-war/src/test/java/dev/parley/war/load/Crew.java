package dev.parley.war.load;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The names of one run, which carry its random id, and the checks that its agents share.
 *
 * @param turn the number of times that the agents have gone on to new sessions
 */
public record Crew(
    String run,
    LoadSettings settings,
    Deliveries deliveries,
    ClaimChecker claims,
    AtomicInteger turn) {

  public static Crew of(LoadSettings settings) {
    return new Crew(
        String.format("%08x", ThreadLocalRandom.current().nextInt()),
        settings,
        new Deliveries(settings.agents(), settings.rooms()),
        new ClaimChecker(),
        new AtomicInteger());
  }

  String agent(int index) {
    return "load-" + run + "-" + index;
  }

  String ephemeral(int agent) {
    return "load-" + run + "-talk-" + room(agent);
  }

  /** The durable room of an agent. */
  public String durable(int agent) {
    return "load-" + run + "-posts-" + room(agent);
  }

  /** The number of an agent's session in a turn. */
  int board(int agent, int inTurn) {
    return inTurn * settings.rooms() + room(agent);
  }

  /** The session of an agent in a turn. */
  public String session(int agent, int inTurn) {
    return "load-" + run + "-board-" + board(agent, inTurn);
  }

  /** Has each agent go on to a new session with its next call. */
  public void newSessions() {
    int before = turn.getAndIncrement() - 1;
    claims.forget(before * settings.rooms(), settings.rooms());
  }

  private int room(int agent) {
    return agent % settings.rooms();
  }
}
