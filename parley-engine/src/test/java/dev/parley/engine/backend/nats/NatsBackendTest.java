package dev.parley.engine.backend.nats;

import dev.parley.engine.NatsServer;
import dev.parley.engine.backend.LogPosition;
import dev.parley.message.Cursor;
import dev.parley.message.MessageId;
import dev.parley.spi.IndexedBackendContract;
import dev.parley.spi.Stored;
import org.junit.jupiter.api.BeforeAll;

class NatsBackendTest extends IndexedBackendContract {
  private static NatsServer server;

  /** Before any rule, so that all are skipped together where there is no server. */
  @BeforeAll
  static void start() {
    server = NatsServer.shared();
  }

  @Override
  protected NatsBackend newBackend() {
    return Nodes.on(server).node();
  }

  @Override
  protected Cursor cursorOf(Stored other, long seq, MessageId id) {
    return LogPosition.after(other.cursor().value().split("-", -1)[0], seq, id);
  }
}
