package dev.parley.engine.session;

import dev.parley.WorkspaceId;
import dev.parley.agent.AgentId;
import dev.parley.session.SessionId;
import dev.parley.session.SessionMessage;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Where what is said in sessions comes for one connection, and what of it no answer had yet. */
public final class Mailbox {
  private static final int MOST_COUNTED = 10_000;

  private final WorkspaceId workspace;
  private final AgentId agent;
  private final Predicate<SessionId> isIn;
  private final Consumer<SessionMessage> delivery;
  private final Map<SessionId, TreeSet<Long>> unread = new HashMap<>();

  /**
   * The mailbox of a connection.
   *
   * @param isIn whether it hears what is said to everyone in a session
   */
  public Mailbox(
      WorkspaceId workspace,
      AgentId agent,
      Predicate<SessionId> isIn,
      Consumer<SessionMessage> delivery) {
    this.workspace = workspace;
    this.agent = agent;
    this.isIn = isIn;
    this.delivery = delivery;
  }

  WorkspaceId workspace() {
    return workspace;
  }

  AgentId agent() {
    return agent;
  }

  /** Delivers {@code message} where it is for this agent. */
  void take(SessionMessage message) {
    boolean direct = message.to().filter(agent::equals).isPresent();
    if (message.from().equals(agent) || (!direct && message.to().isPresent())) {
      return;
    }
    if (direct) {
      count(message.session(), message.seq());
      delivery.accept(message);
    } else if (isIn.test(message.session())) {
      delivery.accept(message);
    }
  }

  /** Counts a message to the agent alone. */
  synchronized void count(SessionId session, long seq) {
    TreeSet<Long> counted = unread.computeIfAbsent(session, id -> new TreeSet<>());
    if (counted.size() < MOST_COUNTED) {
      counted.add(seq);
    }
  }

  /** What stands up to {@code upTo} was the answer to a call. */
  public synchronized void answered(SessionId session, long upTo) {
    TreeSet<Long> counted = unread.get(session);
    if (counted != null) {
      counted.headSet(upTo, true).clear();
      if (counted.isEmpty()) {
        unread.remove(session);
      }
    }
  }

  /** How many messages to the agent alone no answer had. */
  public synchronized long unread() {
    return unread.values().stream().mapToLong(TreeSet::size).sum();
  }
}
