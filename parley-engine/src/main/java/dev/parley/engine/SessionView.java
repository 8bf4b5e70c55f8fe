package dev.parley.engine;

import dev.parley.WorkspaceId;
import dev.parley.agent.AgentId;
import dev.parley.artifact.Artifacts;
import dev.parley.artifact.Reviews;
import dev.parley.engine.artifact.SessionArtifacts;
import dev.parley.engine.artifact.SessionReviews;
import dev.parley.engine.session.LiveSession;
import dev.parley.engine.session.OrchestratorStates;
import dev.parley.engine.session.SaidMessages;
import dev.parley.engine.task.BoardTasks;
import dev.parley.event.RecordedEvent;
import dev.parley.problem.Bounds;
import dev.parley.problem.InvalidArgument;
import dev.parley.session.Session;
import dev.parley.session.SessionId;
import dev.parley.session.SessionMessages;
import dev.parley.task.Tasks;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** A session as one agent sees it. Whatever the agent looks at, it is there: its leases go on. */
final class SessionView implements Session {
  private static final int MOST_EVENTS = 10_000;

  private final Board board;
  private final WorkspaceId workspace;
  private final LiveSession session;
  private final AgentId agent;

  SessionView(Board board, WorkspaceId workspace, LiveSession session, AgentId agent) {
    this.board = board;
    this.workspace = workspace;
    this.session = session;
    this.agent = agent;
  }

  @Override
  public SessionId id() {
    return session.id();
  }

  @Override
  public AgentId agent() {
    return agent;
  }

  @Override
  public Session as(AgentId other) {
    return other.equals(agent) ? this : new SessionView(board, workspace, session, other);
  }

  @Override
  public SessionMessages messages() {
    return new SaidMessages(active(), agent);
  }

  @Override
  public Tasks tasks() {
    return new BoardTasks(active(), agent, board.leases(), board.gate());
  }

  @Override
  public Artifacts artifacts() {
    return new SessionArtifacts(active(), agent);
  }

  @Override
  public Reviews reviews() {
    return new SessionReviews(active(), agent);
  }

  @Override
  public void saveState(String state) {
    OrchestratorStates.save(active(), Bounds.text("state", state, MAX_STATE));
  }

  @Override
  public Optional<String> state() {
    return OrchestratorStates.read(active());
  }

  @Override
  public void think(String content) {
    active().think(agent, Bounds.text("content", content, MAX_STATE));
  }

  @Override
  public List<RecordedEvent> eventsAfter(long after, int limit) {
    if (limit < 1 || limit > MOST_EVENTS) {
      throw InvalidArgument.refusal(
          "limit", "it must be 1 to " + MOST_EVENTS, Map.of("limit", MOST_EVENTS));
    }
    return session.eventsAfter(after, limit);
  }

  @Override
  public AutoCloseable follow(long after, Consumer<RecordedEvent> follower) {
    return session.follow(after, follower, board.followers());
  }

  private LiveSession active() {
    board.leases().touch(workspace, agent);
    return session;
  }
}
