package dev.parley.engine;

import dev.parley.message.Subscription;
import dev.parley.message.TopicName;
import dev.parley.spi.BackendContext;
import dev.parley.spi.BackendProvider;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The mirrors of rooms in chat systems, of all kinds of systems. */
final class Mirrors {
  private Mirrors() {}

  /**
   * Mirrors rooms until the result is closed. One provider gets all rooms of its schemes, so that
   * it can share logins between them.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} for an address with a
   *     mistake; then no room is mirrored
   */
  static Subscription open(Map<TopicName, URI> addresses, BackendContext context) {
    Map<Class<?>, BackendProvider> providers = new HashMap<>();
    Map<Class<?>, Map<TopicName, URI>> rooms = new HashMap<>();
    addresses.forEach(
        (topic, address) -> {
          BackendProvider provider = BackendProviders.of("mirror", address);
          providers.putIfAbsent(provider.getClass(), provider);
          rooms.computeIfAbsent(provider.getClass(), first -> new HashMap<>()).put(topic, address);
        });
    List<Subscription> open = new ArrayList<>();
    try {
      providers.forEach(
          (type, provider) ->
              open.add(provider.mirror(rooms.getOrDefault(type, Map.of()), context)));
    } catch (RuntimeException refused) {
      open.forEach(Subscription::close);
      throw refused;
    }
    return () -> open.forEach(Subscription::close);
  }
}
