package dev.parley.engine;

import dev.parley.ParleyException;
import dev.parley.WorkspaceId;
import dev.parley.agent.AgentId;
import dev.parley.engine.memory.KeptSummaries;
import dev.parley.engine.session.LiveSession;
import dev.parley.engine.session.SessionDirectory;
import dev.parley.event.SessionEvent;
import dev.parley.problem.ConnectionClosed;
import dev.parley.session.Session;
import dev.parley.session.SessionId;
import dev.parley.session.Sessions;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The sessions as one connection sees them. */
final class ConnectedSessions implements Sessions {
  private final Board board;
  private final WorkspaceId workspace;
  private final AgentId agent;
  private final KeptSummaries summaries;
  private volatile @Nullable SessionId own;
  private volatile boolean closed;

  ConnectedSessions(
      Board board, WorkspaceId workspace, AgentId agent, Optional<SessionId> introducedWith) {
    this.board = board;
    this.workspace = workspace;
    this.agent = agent;
    this.summaries = new KeptSummaries(workspace, board.memory());
    this.own = introducedWith.orElse(null);
  }

  @Override
  public Session start(SessionId id) {
    LiveSession session = sessions().start(workspace, id, agent);
    own = id;
    return view(session);
  }

  @Override
  public Session current() {
    return view(live());
  }

  @Override
  public List<SessionId> summarized() {
    return summaries.sessions();
  }

  @Override
  public void saveSummary(SessionId id, String summary) {
    summaries.save(id, summary);
  }

  @Override
  public Optional<String> summary(SessionId id) {
    return summaries.of(id);
  }

  /** Records what this connection changed beside its session. */
  void record(SessionEvent event) {
    live().write(writing -> writing.record(agent, event));
  }

  /** Its agent is there: what it holds stays its own. */
  void touch() {
    board.leases().touch(workspace, agent);
  }

  void close() {
    closed = true;
  }

  private LiveSession live() {
    SessionId chosen = own;
    return chosen == null
        ? sessions().lastStarted(workspace, agent)
        : sessions().session(workspace, chosen);
  }

  private Session view(LiveSession session) {
    return new SessionView(board, workspace, session, agent);
  }

  private SessionDirectory sessions() {
    if (closed) {
      throw new ParleyException(new ConnectionClosed());
    }
    return board.sessions();
  }
}
