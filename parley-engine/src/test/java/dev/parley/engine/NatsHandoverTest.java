package dev.parley.engine;

import java.net.URI;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;

/** Connections that go on at another node, where NATS JetStream carries the topics. */
@OnStores(Store.H2)
class NatsHandoverTest extends HandoverContract {
  private final NatsServer server = NatsServer.newServer();

  @Override
  ParleyBuilder builder(DataSource over) {
    return super.builder(over).bus(URI.create(server.url()));
  }

  @AfterAll
  void endServer() {
    server.end();
  }
}
