package dev.parley.engine;

import dev.parley.engine.session.Mailbox;
import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The session that all agents of one connection take part in, and their mailboxes. */
final class SessionChoice {
  private final Map<AgentId, Mailbox> mailboxes = new ConcurrentHashMap<>();
  private volatile @Nullable SessionId chosen;

  /** Makes a choice that no mailbox has yet. */
  SessionChoice(Optional<SessionId> introducedWith) {
    this.chosen = introducedWith.orElse(null);
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
