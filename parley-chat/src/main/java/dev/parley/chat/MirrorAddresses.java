package dev.parley.chat;

import dev.parley.message.TopicName;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The addresses of mirrors, by account. An address is one of {@link ChatAddress}; of a system whose
 * addresses have no path, it may be the id of the room: {@code slack://team/C0123456789}. Addresses
 * that differ in their rooms alone are of one account, which logs in once.
 */
final class MirrorAddresses {
  private static final String ROOM = "room.";

  private final Map<String, List<String>> rooms = new LinkedHashMap<>();
  private final Map<String, Set<TopicName>> topics = new LinkedHashMap<>();
  private final boolean isRoomInPath;

  /**
   * Sorts addresses.
   *
   * @param isRoomInPath whether the path of an address is a room
   */
  MirrorAddresses(Map<TopicName, URI> addresses, boolean isRoomInPath) {
    this.isRoomInPath = isRoomInPath;
    addresses.forEach(this::add);
  }

  private void add(TopicName topic, URI address) {
    List<String> options = new ArrayList<>();
    List<String> named = new ArrayList<>();
    for (String option : text(address.getRawQuery()).split("&", -1)) {
      (option.startsWith(ROOM) ? named : options).add(option);
    }
    String path = text(address.getPath());
    if (isRoomInPath && path.length() > 1) {
      String name = ROOM + topic.workspace() + "/" + topic.name();
      named.add(encoded(name) + "=" + encoded(path.substring(1)));
    }
    String account =
        address.getScheme()
            + "://"
            + text(address.getRawAuthority())
            + (isRoomInPath ? "/" : text(address.getRawPath()))
            + "?"
            + String.join("&", options);
    rooms.computeIfAbsent(account, first -> new ArrayList<>()).addAll(named);
    topics.computeIfAbsent(account, first -> new LinkedHashSet<>()).add(topic);
  }

  private static String text(@Nullable String part) {
    return Optional.ofNullable(part).orElse("");
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /** The topics that each account mirrors, by its address with all their rooms. */
  Map<URI, Set<TopicName>> accounts() {
    Map<URI, Set<TopicName>> accounts = new LinkedHashMap<>();
    topics.forEach(
        (account, mirrored) ->
            accounts.put(
                URI.create(
                    account + "&" + String.join("&", rooms.getOrDefault(account, List.of()))),
                mirrored));
    return accounts;
  }
}
