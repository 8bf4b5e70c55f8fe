package dev.parley.engine;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.engine.room.RateLimit;
import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import dev.parley.id.WorkspaceId;
import dev.parley.session.Session;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/**
 * One Parley for the tests of a class on a store, with a clock that only tests move, and a
 * workspace for each test.
 */
@TestInstance(Lifecycle.PER_CLASS)
public abstract class OpenBoard {
  /**
   * How long claims hold: as short as it may be, so that what looks for silent holders is quick.
   */
  protected static final Duration LEASE = Duration.ofSeconds(1);

  /** The session agents are in unless said otherwise. */
  protected static final SessionId MAIN = new SessionId("main");

  protected static final AgentId ALICE = new AgentId("alice");
  protected static final AgentId BOB = new AgentId("bob");
  protected static final AgentId CAROL = new AgentId("carol");

  private final MovableClock clock = new MovableClock(Instant.parse("2026-01-02T03:04:05.678Z"));
  @Parameter private Store store;
  private HikariDataSource source;
  private Parley parley;
  private WorkspaceId workspace;

  @BeforeParameterizedClassInvocation
  final void open() {
    source = store.newMigratedDatabase();
    parley = another("shared").build();
  }

  @AfterParameterizedClassInvocation
  final void close() {
    if (source != null) { // where the product is not there, it was never opened
      parley.close();
      source.close();
      source = null;
    }
  }

  @BeforeEach
  final void enterAWorkspaceOfItsOwn() {
    workspace = new WorkspaceId("w" + UUID.randomUUID());
  }

  protected final WorkspaceId workspace() {
    return workspace;
  }

  /** The one all tests share: each works in a workspace of its own. */
  protected final Parley parley() {
    return parley;
  }

  /** Another Parley on the same rows. */
  protected final ParleyBuilder another(String node) {
    return store.over(source).node(node).rateLimit(RateLimit.OFF).clock(clock).lease(LEASE);
  }

  protected final MovableClock clock() {
    return clock;
  }

  protected final void letALeasePass() {
    clock.advance(LEASE.plus(Duration.ofMillis(1)));
  }

  protected final Connection connect(String agent) {
    return parley.connect(ConnectOptions.of(agent).in(workspace));
  }

  /** What {@code agent} sees of the main session through a connection of its own. */
  protected final Session session(String agent) {
    return session(parley, agent, MAIN);
  }

  protected final Session session(Parley of, String agent, SessionId id) {
    return of.connect(ConnectOptions.of(agent).in(workspace).during(id)).sessions().current();
  }
}
