package dev.parley.engine.backend.nats;

import dev.parley.engine.NatsServer;
import dev.parley.spi.MessageBackendContract;

class NatsBackendTest extends MessageBackendContract {
  @Override
  protected NatsBackend newBackend() {
    return Nodes.on(NatsServer.shared()).node();
  }
}
