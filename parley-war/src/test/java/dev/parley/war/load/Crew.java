package dev.parley.war.load;

import java.util.concurrent.ThreadLocalRandom;

/** The names of one run, which carry its random id, and the checks that its agents share. */
record Crew(String run, LoadSettings settings, Deliveries deliveries, ClaimChecker claims) {

  static Crew of(LoadSettings settings) {
    return new Crew(
        String.format("%08x", ThreadLocalRandom.current().nextInt()),
        settings,
        new Deliveries(settings.agents(), settings.rooms()),
        new ClaimChecker(settings.rooms()));
  }

  String agent(int index) {
    return "load-" + run + "-" + index;
  }

  int room(int agent) {
    return agent % settings.rooms();
  }

  String ephemeral(int agent) {
    return "load-" + run + "-talk-" + room(agent);
  }

  String durable(int agent) {
    return "load-" + run + "-posts-" + room(agent);
  }

  String session(int agent) {
    return "load-" + run + "-board-" + room(agent);
  }
}
