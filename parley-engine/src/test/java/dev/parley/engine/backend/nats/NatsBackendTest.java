package dev.parley.engine.backend.nats;

import dev.parley.engine.NatsServer;
import dev.parley.engine.backend.LogPosition;
import dev.parley.id.MessageId;
import dev.parley.message.Cursor;
import dev.parley.message.StoredMessage;
import dev.parley.spi.IndexedBackendContract;
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
  protected Cursor cursorOf(StoredMessage other, long seq, MessageId id) {
    return LogPosition.after(other.cursor().value().split("-", -1)[0], seq, id);
  }
}
