package dev.parley.engine;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import dev.parley.id.WorkspaceId;
import dev.parley.session.Session;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;

/** What the contracts of the board have in common: a workspace for each test, agents in it. */
public abstract class SessionServicesContract {
  /** The session agents are in unless said otherwise. */
  protected static final SessionId MAIN = new SessionId("main");

  protected static final AgentId ALICE = new AgentId("alice");
  protected static final AgentId BOB = new AgentId("bob");
  protected static final AgentId CAROL = new AgentId("carol");

  private final OpenBoard board;
  private WorkspaceId workspace;

  protected SessionServicesContract(OpenBoard board) {
    this.board = board;
  }

  @BeforeEach
  final void enterAWorkspaceOfItsOwn() {
    workspace = new WorkspaceId("w" + UUID.randomUUID());
  }

  protected final WorkspaceId workspace() {
    return workspace;
  }

  protected final Parley parley() {
    return board.parley();
  }

  protected final ParleyBuilder another(String node) {
    return board.another(node);
  }

  protected final MovableClock clock() {
    return board.clock();
  }

  protected final void letALeasePass() {
    clock().advance(OpenBoard.LEASE.plus(Duration.ofMillis(1)));
  }

  protected final Connection connect(String agent) {
    return parley().connect(ConnectOptions.of(agent).in(workspace));
  }

  /** What {@code agent} sees of the main session through a connection of its own. */
  protected final Session session(String agent) {
    return session(parley(), agent, MAIN);
  }

  protected final Session session(Parley of, String agent, SessionId id) {
    return of.connect(ConnectOptions.of(agent).in(workspace).during(id)).sessions().current();
  }
}
