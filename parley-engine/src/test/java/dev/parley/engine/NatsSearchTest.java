package dev.parley.engine;

import java.net.URI;
import org.junit.jupiter.api.AfterAll;

/** Search in topics that NATS JetStream carry, which are read from the end. */
@OnStores(Store.H2)
class NatsSearchTest extends SearchContract {
  private final NatsServer server = NatsServer.newServer();

  @Override
  ParleyBuilder engine() {
    return super.engine().bus(URI.create(server.url()));
  }

  @AfterAll
  void endServer() {
    server.end();
  }
}
