package dev.parley.engine;

import dev.parley.agent.ConnectOptions;
import dev.parley.agent.ConnectionTrait;
import dev.parley.engine.session.Mailbox;
import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The session that all agents of one connection take part in, their mailboxes, and whether these
 * receive messages.
 */
final class SessionChoice {
  private final Map<AgentId, Mailbox> mailboxes = new ConcurrentHashMap<>();
  private final boolean receives;
  private volatile @Nullable SessionId chosen;

  /** Makes the choice of a connection, which no mailbox has yet. */
  SessionChoice(ConnectOptions who) {
    this.receives = !who.has(ConnectionTrait.WITHOUT_SESSION_MESSAGES);
    this.chosen = who.session().orElse(null);
  }

  /** Returns true if its agents receive messages of sessions. */
  boolean receives() {
    return receives;
  }

  /** Returns the session; empty for the one of the workspace that was started last. */
  Optional<SessionId> get() {
    return Optional.ofNullable(chosen);
  }

  void choose(SessionId id) {
    chosen = id;
  }

  void add(Mailbox box) {
    mailboxes.put(box.agent(), box);
  }

  void remove(Mailbox box) {
    mailboxes.remove(box.agent(), box);
  }

  /** Returns the mailbox of an agent, where the connection has one for it. */
  Optional<Mailbox> mailbox(AgentId agent) {
    return Optional.ofNullable(mailboxes.get(agent));
  }
}
