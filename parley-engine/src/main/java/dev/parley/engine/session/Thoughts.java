package dev.parley.engine.session;

import dev.parley.id.AgentId;
import dev.parley.session.Thought;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The last thought of each agent of a session, in memory, for a limited number of agents. */
final class Thoughts {
  private static final int MAX_AGENTS = 1_000;

  private final Map<AgentId, Thought> last = new LinkedHashMap<>();

  synchronized void remember(AgentId agent, String content, Instant at) {
    last.remove(agent); // the latest thought goes to the end
    last.put(agent, new Thought(agent, cut(content), at));
    if (last.size() > MAX_AGENTS) {
      last.remove(last.keySet().iterator().next());
    }
  }

  /** Drops the last thought of {@code agent}. */
  synchronized void forget(AgentId agent) {
    last.remove(agent);
  }

  /** Returns the thoughts, latest last. */
  synchronized List<Thought> all() {
    return List.copyOf(last.values());
  }

  /** Cuts without halving a character of two code units. */
  private static String cut(String content) {
    if (content.length() <= Thought.MAX_LENGTH) {
      return content;
    }
    boolean halves = Character.isHighSurrogate(content.charAt(Thought.MAX_LENGTH - 1));
    return content.substring(0, Thought.MAX_LENGTH - (halves ? 1 : 0));
  }
}
