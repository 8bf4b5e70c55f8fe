package dev.parley.chat.slack;

import dev.parley.chat.ChatAddress;
import dev.parley.chat.ChatFailure;
import dev.parley.chat.RoomNames;
import dev.parley.engine.concurrent.BoundedMap;
import dev.parley.message.TopicName;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;

/** The channels that carry topics: those that the address names, and the others by their names. */
final class SlackRooms {
  /** The most characters of the name of a channel. */
  static final int MAX_NAME = 80;

  private static final int MAX_KNOWN = 1_000;
  private static final String LIST_SIZE = "999";

  private final SlackCalls calls;
  private final ChatAddress address;
  private final boolean creates;

  /** The ids by the names. Guarded by itself. */
  private final Map<String, String> known = new BoundedMap<>(MAX_KNOWN);

  /** The ids of the channels that topics use. */
  private final Set<String> used = ConcurrentHashMap.newKeySet();

  /**
   * The channels of a workspace.
   *
   * @param creates whether to make those that are missing
   */
  SlackRooms(SlackCalls calls, ChatAddress address, boolean creates) {
    this.calls = calls;
    this.address = address;
    this.creates = creates;
    used.addAll(address.rooms().values());
  }

  /** Returns true if a topic uses a channel; the account may be a member of others too. */
  boolean isUsed(String id) {
    return used.contains(id);
  }

  /** The id of the channel of a topic; empty where there is none that this account can see. */
  Optional<String> find(TopicName topic) {
    Optional<String> mapped = address.roomOf(topic);
    return mapped.isPresent()
        ? mapped.filter(id -> calls.ask("conversations.info", Map.of("channel", id)).isOk())
        : named(RoomNames.of(topic, MAX_NAME));
  }

  /**
   * The id of the channel of a topic, of which this account is a member.
   *
   * @throws ChatFailure {@code REFUSED} where there is none and it may not be made, or it may not
   *     be joined
   */
  String open(TopicName topic) {
    String id = opened(topic);
    used.add(id);
    return id;
  }

  private String opened(TopicName topic) {
    Optional<String> mapped = address.roomOf(topic);
    if (mapped.isPresent()) {
      return joined(mapped.get());
    }
    String name = RoomNames.of(topic, MAX_NAME);
    Optional<String> named = named(name);
    if (named.isPresent()) {
      return joined(named.get());
    }
    if (!creates) {
      throw ChatFailure.refused(
          "there is no channel #"
              + name
              + " that the account can see; make it, or name one by the option room."
              + topic.name()
              + ", or allow Parley to make channels by create=on");
    }
    return created(name);
  }

  private String joined(String id) {
    SlackAnswer info = calls.ask("conversations.info", Map.of("channel", id));
    if (!info.isOk()) {
      forget(id);
      throw ChatFailure.refused("the channel " + id + " cannot be read: " + info.reason());
    }
    JsonNode channel = info.body().path("channel");
    if (channel.path("is_archived").asBoolean(false)) {
      forget(id);
      throw ChatFailure.refused("the channel " + id + " is archived");
    }
    if (!channel.path("is_member").asBoolean(false)) {
      join(id);
    }
    return id;
  }

  private void join(String id) {
    SlackAnswer joined = calls.ask("conversations.join", Map.of("channel", id));
    if (!joined.isOk()) {
      throw ChatFailure.refused(
          "the account is no member of the channel "
              + id
              + " and cannot join it: "
              + joined.reason()
              + "; invite it there");
    }
  }

  private String created(String name) {
    SlackAnswer created =
        calls.change("conversations.create", Map.of("name", name, "is_private", "false"));
    if (created.isOk()) {
      String id = created.body().path("channel").path("id").asString("");
      note(name, id);
      return id;
    }
    if (created.error().equals("name_taken")) {
      return named(name)
          .map(this::joined)
          .orElseThrow(
              () ->
                  ChatFailure.refused(
                      "the name #" + name + " is taken by a private or archived channel"));
    }
    throw ChatFailure.refused("the channel #" + name + " cannot be made: " + created.reason());
  }

  private Optional<String> named(String name) {
    String cursor = "";
    do {
      Optional<String> before = noted(name);
      if (before.isPresent()) {
        return before;
      }
      Map<String, String> fields = new LinkedHashMap<>();
      fields.put("types", "public_channel");
      fields.put("exclude_archived", "true");
      fields.put("limit", LIST_SIZE);
      if (!cursor.isEmpty()) {
        fields.put("cursor", cursor);
      }
      JsonNode page = calls.read("conversations.list", fields);
      for (JsonNode channel : page.path("channels")) {
        note(channel.path("name").asString(""), channel.path("id").asString(""));
      }
      cursor = page.path("response_metadata").path("next_cursor").asString("");
    } while (!cursor.isEmpty());
    return noted(name);
  }

  private Optional<String> noted(String name) {
    synchronized (known) {
      return Optional.ofNullable(known.get(name));
    }
  }

  private void note(String name, String id) {
    if (name.startsWith("parley-") && !id.isEmpty()) {
      synchronized (known) {
        known.put(name, id);
      }
    }
  }

  private void forget(String id) {
    synchronized (known) {
      known.values().remove(id);
    }
  }
}
