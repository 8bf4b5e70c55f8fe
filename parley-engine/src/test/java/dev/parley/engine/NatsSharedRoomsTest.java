package dev.parley.engine;

import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NatsSharedRoomsTest extends SharedRoomsContract {
  private final NatsServer server = NatsServer.newServer();

  @AfterAll
  void end() {
    server.end();
  }

  @Override
  URI bus() {
    return URI.create(server.url());
  }

  @Override
  Path files() {
    return server.home();
  }

  @Override
  void restart() {
    server.kill();
    server.start();
  }
}
