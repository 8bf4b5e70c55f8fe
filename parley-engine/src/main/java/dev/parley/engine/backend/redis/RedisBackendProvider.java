package dev.parley.engine.backend.redis;

import dev.parley.spi.BackendContext;
import dev.parley.spi.BackendProvider;
import dev.parley.spi.MessageBackend;
import java.net.URI;
import java.util.List;

/** Keeps durable rooms in Redis streams and passes ephemeral ones on by its channels. */
public final class RedisBackendProvider implements BackendProvider {
  private static final String PREFIX = "parley:";

  @Override
  public List<String> schemes() {
    return List.of("redis", "rediss");
  }

  @Override
  public MessageBackend durable(URI address, BackendContext context) {
    return new RedisBackend(address, PREFIX, context.seqBefore(), context.retention());
  }

  @Override
  public MessageBackend ephemeral(URI address, BackendContext context) {
    return new RedisPubSub(address, PREFIX, context.seqBefore());
  }
}
