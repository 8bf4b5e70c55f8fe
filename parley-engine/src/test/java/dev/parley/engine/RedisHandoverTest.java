package dev.parley.engine;

import dev.parley.engine.backend.redis.RedisServer;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;

/** Connections that go on at another node, where Redis streams carry the topics. */
@OnStores(Store.H2)
class RedisHandoverTest extends HandoverContract {
  private final RedisServer server = RedisServer.start();

  @Override
  ParleyBuilder builder(DataSource over) {
    return super.builder(over).bus(server.address());
  }

  /** Redis gives the time, and is months ahead of the nodes: rather too much than too little. */
  @Override
  List<String> heardOfLateRoom() {
    return List.of("1:before", "2:after");
  }

  @AfterAll
  void endServer() {
    server.close();
  }
}
