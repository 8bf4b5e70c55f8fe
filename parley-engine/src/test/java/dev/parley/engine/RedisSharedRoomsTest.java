package dev.parley.engine;

import dev.parley.engine.backend.redis.RedisServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RedisSharedRoomsTest extends SharedRoomsContract {
  private final RedisServer server = RedisServer.start();

  @AfterAll
  void end() {
    server.close();
  }

  @Override
  URI bus() {
    return server.address();
  }

  @Override
  Path files() {
    return server.home();
  }

  @Override
  void restart() throws IOException {
    server.kill();
    server.run();
  }
}
