package dev.parley.engine.credential;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.credential.CredentialDraft;
import dev.parley.credential.CredentialKind;
import dev.parley.credential.NamePattern;
import dev.parley.credential.Role;
import dev.parley.engine.MovableClock;
import dev.parley.engine.Outage;
import dev.parley.engine.Store;
import dev.parley.engine.persistence.Database;
import dev.parley.id.WorkspaceId;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Credentials of two nodes over one database, both with the same clock, looked after by hand. */
abstract class OpenCredentials {
  static final Instant NOON = Instant.parse("2030-01-01T12:00:00Z");
  static final String ADDRESS = "192.0.2.7";
  static final int MAX = 3;
  static final CredentialDraft DRAFT =
      CredentialDraft.of(
          CredentialKind.AGENT,
          Role.MEMBER,
          new WorkspaceId("shop"),
          new NamePattern("alice.*"),
          "Alice's laptop");

  final MovableClock clock = new MovableClock(NOON);
  final AtomicLong nanos = new AtomicLong();
  private final Store store;
  private HikariDataSource source;
  private Database database;
  Outage line;
  JpaCredentials here;
  JpaCredentials there;

  OpenCredentials(Store store) {
    this.store = store;
  }

  @BeforeEach
  final void open() {
    source = store.newMigratedDatabase();
    line = new Outage(source);
    database = store.database(line, JpaCredentials.ENTITIES);
    here = node(MAX);
    there = node(MAX);
  }

  @AfterEach
  final void close() {
    if (source != null) { // where the product is not there, it was never opened
      line.end();
      if (database != null) {
        database.close();
      }
      source.close();
    }
  }

  final JpaCredentials node(int max) {
    return new JpaCredentials(database.transactions(), clock, Runnable::run, nanos::get, max);
  }
}
