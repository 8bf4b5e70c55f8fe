package dev.parley.engine.session;

import dev.parley.agent.AgentId;
import dev.parley.engine.session.Writing.Held;
import dev.parley.session.SessionDraft;
import dev.parley.session.SessionMessage;
import dev.parley.session.SessionMessages;
import java.util.List;
import java.util.Optional;

/** The messages of a session, as one agent sees them. */
public final class SaidMessages implements SessionMessages {
  private final LiveSession session;
  private final AgentId agent;

  /** What {@code agent} sees of {@code session}. */
  public SaidMessages(LiveSession session, AgentId agent) {
    this.session = session;
    this.agent = agent;
  }

  @Override
  public SessionMessage send(SessionDraft draft) {
    return session.write(
        writing -> {
          MessageRows rows = session.messages(writing.entities());
          Optional<SessionMessage> earlier =
              draft.idempotencyKey().flatMap(key -> rows.under(agent, key));
          return earlier.orElseGet(
              () -> {
                writing.add(Held.MESSAGE);
                return rows.insert(writing.nextSeq(), agent, draft, writing.now());
              });
        });
  }

  @Override
  public List<SessionMessage> after(long seq) {
    return session.read(entities -> session.messages(entities).forAgent(agent, seq));
  }
}
