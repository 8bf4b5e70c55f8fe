package dev.parley.engine.session;

import dev.parley.id.AgentId;
import dev.parley.session.Thought;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What each agent of a session said last that it is thinking; of so many agents, in memory. */
final class Thoughts {
  private static final int MAX_AGENTS = 1_000;

  private final Map<AgentId, Thought> last = new LinkedHashMap<>();

  synchronized void note(AgentId agent, String content, Instant at) {
    last.remove(agent); // whoever thinks comes to the end
    last.put(agent, new Thought(agent, cut(content), at));
    if (last.size() > MAX_AGENTS) {
      last.remove(last.keySet().iterator().next());
    }
  }

  /** {@code agent} is through with what it was thinking of. */
  synchronized void forget(AgentId agent) {
    last.remove(agent);
  }

  /** The latest comes last. */
  synchronized List<Thought> all() {
    return List.copyOf(last.values());
  }

  /** Cut so that no character of two code units is halved. */
  private static String cut(String content) {
    if (content.length() <= Thought.MAX_LENGTH) {
      return content;
    }
    boolean halves = Character.isHighSurrogate(content.charAt(Thought.MAX_LENGTH - 1));
    return content.substring(0, Thought.MAX_LENGTH - (halves ? 1 : 0));
  }
}
