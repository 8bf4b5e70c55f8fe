package dev.parley.engine.backend.nats;

import dev.parley.spi.BackendContext;
import dev.parley.spi.BackendProvider;
import dev.parley.spi.MessageBackend;
import java.net.URI;
import java.util.List;

/** Keeps durable rooms in JetStream files and passes ephemeral ones on by JetStream in memory. */
public final class NatsBackendProvider implements BackendProvider {

  @Override
  public List<String> schemes() {
    return List.of("nats", "tls");
  }

  @Override
  public MessageBackend durable(URI address, BackendContext context) {
    return new NatsBackend(
        NatsSettings.of(address.toString(), context.retention()),
        context.clock(),
        context.seqBefore());
  }

  @Override
  public MessageBackend ephemeral(URI address, BackendContext context) {
    return new NatsBackend(
        NatsSettings.passing(address.toString(), context.retention()),
        context.clock(),
        context.seqBefore());
  }
}
