package dev.parley.chat;

import dev.parley.id.WorkspaceId;
import dev.parley.message.TopicName;
import dev.parley.problem.InvalidArgument;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The address of a chat system, for example {@code
 * zulip://bot@chat.example.org/agents?room.planning=Plans}. Secrets are not part of it; see {@link
 * ChatSecrets}.
 *
 * @param scheme the kind of system
 * @param user the part before the at sign; empty for none
 * @param host the host; empty for none
 * @param port the port; -1 for none
 * @param path the path without its first slash
 * @param options the settings behind the question mark, without those that begin with {@code room.}
 * @param rooms the rooms that the address names: for {@code room.planning} or {@code
 *     room.other/planning}, the id of the room
 */
public record ChatAddress(
    String scheme,
    String user,
    String host,
    int port,
    String path,
    Map<String, String> options,
    Map<String, String> rooms) {
  private static final String FIELD = "bus";
  private static final String ROOM = "room.";

  /** Of {@link URI} itself, a number and a name with an underscore are no hosts. */
  private static final Pattern AUTHORITY =
      Pattern.compile("(?:(?<user>[^@:]+)@)?(?<host>\\[[^\\]]*\\]|[^@:]*)(?::(?<port>\\d{1,5}))?");

  /** The option that names the room of presence. */
  private static final String PRESENCE = "presence";

  /**
   * Reads an address.
   *
   * @param known the names of its options
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} for an address with a
   *     password or an unknown option
   */
  public static ChatAddress of(URI address, Set<String> known) {
    Matcher authority = AUTHORITY.matcher(Optional.ofNullable(address.getAuthority()).orElse(""));
    if (!authority.matches()) {
      throw InvalidArgument.refusal(
          FIELD, "it has a secret or no host; give the secret by the environment or a file");
    }
    Map<String, String> options = new LinkedHashMap<>();
    Map<String, String> rooms = new LinkedHashMap<>();
    for (String option : Optional.ofNullable(address.getRawQuery()).orElse("").split("&", -1)) {
      if (!option.isEmpty()) {
        read(option, known, options, rooms);
      }
    }
    String path = Optional.ofNullable(address.getPath()).orElse("");
    return new ChatAddress(
        String.valueOf(address.getScheme()),
        Optional.ofNullable(authority.group("user")).orElse(""),
        authority.group("host"),
        Optional.ofNullable(authority.group("port")).map(Integer::parseInt).orElse(-1),
        path.startsWith("/") ? path.substring(1) : path,
        Map.copyOf(options),
        Map.copyOf(rooms));
  }

  private static void read(
      String option, Set<String> known, Map<String, String> options, Map<String, String> rooms) {
    int equals = option.indexOf('=');
    String name = decoded(equals < 0 ? option : option.substring(0, equals));
    String value = equals < 0 ? "" : decoded(option.substring(equals + 1));
    if (value.isEmpty()) {
      throw InvalidArgument.refusal(FIELD, "the option '" + name + "' has no value");
    }
    if (name.startsWith(ROOM) && name.length() > ROOM.length()) {
      rooms.put(name.substring(ROOM.length()), value);
    } else if (name.equals(PRESENCE) || known.contains(name)) {
      options.put(name, value);
    } else {
      throw InvalidArgument.refusal(
          FIELD,
          "unknown option '"
              + name
              + "'; there are room.NAME, presence"
              + (known.isEmpty() ? "" : ", " + String.join(", ", known)));
    }
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  /** The id of the room that the address names for a topic. */
  public Optional<String> roomOf(TopicName topic) {
    if (topic.kind() == TopicName.Kind.PRESENCE) {
      return Optional.ofNullable(options.get(PRESENCE));
    }
    String whole = topic.workspace() + "/" + topic.name();
    boolean isDefault = topic.workspace().equals(WorkspaceId.DEFAULT);
    return Optional.ofNullable(rooms.get(whole))
        .or(() -> isDefault ? Optional.ofNullable(rooms.get(topic.name())) : Optional.empty());
  }

  /** The topic for which the address names a room. */
  public Optional<TopicName> topicOf(String room) {
    return rooms.entrySet().stream()
        .filter(entry -> entry.getValue().equals(room))
        .map(entry -> topic(entry.getKey()))
        .findFirst();
  }

  private static TopicName topic(String name) {
    int slash = name.indexOf('/');
    WorkspaceId workspace =
        slash < 0 ? WorkspaceId.DEFAULT : new WorkspaceId(name.substring(0, slash));
    return new TopicName(workspace, TopicName.Kind.ROOM, name.substring(slash + 1));
  }

  /** The value of an option. */
  public Optional<String> option(String name) {
    return Optional.ofNullable(options.get(name));
  }
}
