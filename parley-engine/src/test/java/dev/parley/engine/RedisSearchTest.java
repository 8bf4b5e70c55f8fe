package dev.parley.engine;

import dev.parley.engine.backend.redis.RedisServer;
import org.junit.jupiter.api.AfterAll;

/** Search in topics that Redis streams carry, which are read from the end. */
@OnStores(Store.H2)
class RedisSearchTest extends SearchContract {
  private final RedisServer server = RedisServer.start();

  @Override
  ParleyBuilder engine() {
    return super.engine().bus(server.address());
  }

  @AfterAll
  void endServer() {
    server.close();
  }
}
