package dev.parley.engine;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.engine.room.RateLimit;
import dev.parley.id.WorkspaceId;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** What the contracts of rooms have in common: one database for all, a workspace for each test. */
@TestInstance(Lifecycle.PER_CLASS)
abstract class OpenRooms {
  private final Store store;
  private HikariDataSource source;
  private Parley parley;
  private WorkspaceId workspace;

  OpenRooms(Store store) {
    this.store = store;
  }

  @BeforeAll
  final void open() {
    source = store.newDatabase();
    parley = engine().build();
  }

  @AfterAll
  final void close() {
    if (source != null) {
      parley.close();
      source.close();
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
