package dev.parley.war.view;

import dev.parley.id.AgentId;
import dev.parley.presence.AgentStatus;
import dev.parley.presence.Roster;
import dev.parley.session.Thought;
import dev.parley.session.WorkState;
import dev.parley.war.guard.LoopStop;
import dev.parley.war.wake.ActingAgents.ActingAgent;
import dev.parley.war.wake.AgentActivity;
import dev.parley.war.wake.Reach;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The knowledge of this node about the agents of a workspace, read once for one list of them.
 *
 * @param works the state of each agent in the current session
 * @param thoughts the thought each agent had last
 * @param isPerson recognizes the names that are people's
 * @param stops finds the stop of an agent
 * @param reaches finds the reach of an agent
 * @param activities returns what the hooks of this node report of an agent, where that is known
 * @param acting the agents that act through connections of others at this node, and then those
 *     whose hooks reported to it
 */
public record AgentSources(
    Map<AgentId, WorkState> works,
    Map<AgentId, Thought> thoughts,
    Predicate<AgentId> isPerson,
    Function<AgentId, Optional<LoopStop>> stops,
    Function<AgentId, Optional<Reach>> reaches,
    Function<AgentId, Optional<AgentActivity>> activities,
    List<ActingAgent> acting) {

  /** The facts from which the state of a connected agent is derived; equal while it is the same. */
  public record Acts(Optional<WorkState> work, Optional<AgentActivity> activity) {}

  /** Returns the agents to list: those with a presence, and those that act through others. */
  public List<AgentStatus> listed(Roster roster) {
    return ListedAgents.of(roster.users(), acting, works, InstantSource.system().instant());
  }

  /** Returns the acts of an agent. Hooks report nothing of an agent that is gone. */
  public Acts acts(AgentStatus agent) {
    return new Acts(
        Optional.ofNullable(works.get(agent.handle())),
        agent.online() ? activities.apply(agent.handle()) : Optional.empty());
  }
}
