package dev.parley.engine;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.engine.room.RateLimit;
import dev.parley.id.WorkspaceId;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/** One database for the tests of a class on a store, and a workspace for each test. */
@TestInstance(Lifecycle.PER_CLASS)
abstract class OpenRooms {
  @Parameter private Store store;
  private HikariDataSource source;
  private Parley parley;
  private WorkspaceId workspace;

  @BeforeParameterizedClassInvocation
  final void open() {
    source = store.newMigratedDatabase();
    parley = engine().build();
  }

  @AfterParameterizedClassInvocation
  final void close() {
    if (source != null) {
      parley.close();
      source.close();
      source = null;
    }
  }

  @BeforeEach
  final void enterAWorkspaceOfItsOwn() {
    workspace = new WorkspaceId("w" + UUID.randomUUID());
  }

  /** One of several nodes over the same database, to which every room is durable. */
  final ParleyBuilder builder(String node) {
    return engine().node(node);
  }

  /** What each of them is built with. */
  ParleyBuilder engine() {
    return store.over(source).rateLimit(RateLimit.OFF).besideAnybody();
  }

  final Parley parley() {
    return parley;
  }

  final HikariDataSource source() {
    return source;
  }

  final Store store() {
    return store;
  }

  final WorkspaceId workspace() {
    return workspace;
  }

  final Connection connect(String agent) {
    return connect(parley, agent);
  }

  final Connection connect(Parley to, String agent) {
    return to.connect(ConnectOptions.of(agent).in(workspace));
  }
}
