package dev.parley.engine;

import dev.parley.engine.room.AllowedTopics;
import dev.parley.presence.Presence;
import dev.parley.presence.Roster;
import dev.parley.presence.RosterQuery;

/**
 * Presence restricted to the topics the deployer allows: no other topic is asked about.
 *
 * @param presence the presence of the workspace
 * @param topics the topics that are allowed
 * @param calls the calls of the agent that asks
 */
record AllowedPresence(Presence presence, AllowedTopics topics, AgentCalls calls)
    implements Presence {
  @Override
  public Roster roster(RosterQuery query) {
    calls.begin();
    query.topic().ifPresent(topics::check);
    return presence.roster(query);
  }

  @Override
  public boolean isPerson(String name) {
    calls.begin();
    return presence.isPerson(name);
  }
}
