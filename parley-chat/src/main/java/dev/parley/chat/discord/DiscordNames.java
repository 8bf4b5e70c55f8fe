package dev.parley.chat.discord;

import dev.parley.engine.concurrent.BoundedMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** The names of channels and roles, by their ids, as far as they came by. */
final class DiscordNames {
  private static final int MAX_NAMES = 2_000;

  /** Guarded by {@code this}, as is the next one. */
  private final Map<String, String> channels = new BoundedMap<>(MAX_NAMES);

  private final Map<String, String> roles = new BoundedMap<>(MAX_NAMES);

  /** Takes note of channels. */
  synchronized void learnChannels(Iterable<JsonNode> all) {
    all.forEach(this::learnChannel);
  }

  /** Takes note of a channel. */
  synchronized void learnChannel(JsonNode channel) {
    learn(channels, channel);
  }

  /** Takes note of roles. */
  synchronized void learnRoles(Iterable<JsonNode> all) {
    all.forEach(this::learnRole);
  }

  /** Takes note of a role. */
  synchronized void learnRole(JsonNode role) {
    learn(roles, role);
  }

  private static void learn(Map<String, String> names, JsonNode named) {
    String name = named.path("name").asString("");
    if (!name.isEmpty()) {
      names.put(DiscordGuild.id(named), name);
    }
  }

  /** The name of a channel. */
  synchronized Optional<String> channel(String id) {
    return Optional.ofNullable(channels.get(id));
  }

  /** The name of a role. */
  synchronized Optional<String> role(String id) {
    return Optional.ofNullable(roles.get(id));
  }
}
