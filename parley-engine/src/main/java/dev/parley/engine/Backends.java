package dev.parley.engine;

import dev.parley.engine.backend.Retention;
import dev.parley.engine.backend.nats.NatsBackend;
import dev.parley.engine.backend.nats.NatsSettings;
import dev.parley.engine.backend.redis.RedisBackend;
import dev.parley.engine.backend.redis.RedisPubSub;
import dev.parley.engine.log.Masking;
import dev.parley.message.TopicName;
import dev.parley.problem.InvalidArgument;
import dev.parley.spi.MessageBackend;
import java.net.URI;
import java.time.InstantSource;
import java.util.Locale;
import java.util.function.ToLongFunction;

/**
 * The stores an address names: of durable rooms, and of what passes between nodes. Its driver is
 * asked for when it is made.
 */
final class Backends {
  private static final String REDIS_PREFIX = "parley:";

  private Backends() {}

  /** Refuses an address that names no store there is. */
  static URI checked(URI address) {
    switch (scheme(address)) {
      case "redis", "rediss", "nats", "tls" -> {
        return address;
      }
      default ->
          throw InvalidArgument.refusal(
              "bus",
              "it must begin with redis://, rediss://, nats:// or tls://, not "
                  + Masking.masked(address.toString()));
    }
  }

  static MessageBackend at(
      URI address, InstantSource clock, ToLongFunction<TopicName> before, Retention retention) {
    return scheme(address).startsWith("redis")
        ? new RedisBackend(address, REDIS_PREFIX, before, retention)
        : new NatsBackend(NatsSettings.of(address.toString(), retention), clock, before);
  }

  /** What carries what is kept nowhere between the nodes that share the store. */
  static MessageBackend passing(
      URI address, InstantSource clock, ToLongFunction<TopicName> before, int kept) {
    return scheme(address).startsWith("redis")
        ? new RedisPubSub(address, REDIS_PREFIX, before)
        : new NatsBackend(NatsSettings.passing(address.toString(), kept), clock, before);
  }

  private static String scheme(URI address) {
    return String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT);
  }
}
