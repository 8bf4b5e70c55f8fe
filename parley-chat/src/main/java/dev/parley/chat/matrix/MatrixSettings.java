package dev.parley.chat.matrix;

import dev.parley.chat.ChatAddress;
import dev.parley.problem.InvalidArgument;
import java.net.URI;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The settings of an account, without its secrets.
 *
 * @param base the address of the homeserver's API, without a slash at its end
 * @param user the local part of the account's id; empty where the access token alone names it
 * @param serverName the server in the ids of its users, where the address names it
 * @param device the id of the device of a login by password
 * @param isPublic whether anyone may join the rooms that Parley makes
 * @param trusted the ids of the users of other Parleys
 * @param address the rooms that the address names
 */
record MatrixSettings(
    String base,
    String user,
    Optional<String> serverName,
    String device,
    boolean isPublic,
    Set<String> trusted,
    ChatAddress address) {
  /** The device of a login by password, where the address names none. */
  static final String DEVICE = "PARLEY";

  private static final String FIELD = "bus";
  private static final String SERVER_NAME = "server-name";
  private static final String DEVICE_OPTION = "device";
  private static final String PUBLIC = "public";
  private static final String TRUSTED = "trusted";
  private static final String TLS = "tls";
  private static final Set<String> OPTIONS =
      new TreeSet<>(Set.of(SERVER_NAME, DEVICE_OPTION, PUBLIC, TRUSTED, TLS));

  /** Reads an address; refused with {@code invalid_argument}. */
  static MatrixSettings of(URI uri) {
    ChatAddress address = ChatAddress.of(uri, OPTIONS);
    if (address.host().isEmpty()) {
      throw refusal("the address names no homeserver; write matrix://localpart@homeserver");
    }
    if (!address.path().isEmpty()) {
      throw refusal(
          "the address has a path, '" + address.path() + "', which Matrix has no use for");
    }
    address.rooms().forEach((name, room) -> checkRoom("room." + name, room));
    address.option("presence").ifPresent(room -> checkRoom("presence", room));
    String port = address.port() < 0 ? "" : ":" + address.port();
    return new MatrixSettings(
        (isTls(address) ? "https://" : "http://") + address.host() + port,
        address.user(),
        address.option(SERVER_NAME),
        address.option(DEVICE_OPTION).orElse(DEVICE),
        isOn(address, PUBLIC, false),
        trusted(address),
        address);
  }

  private static void checkRoom(String option, String room) {
    boolean isAlias = room.startsWith("#") && room.indexOf(':') > 1;
    boolean isId = room.startsWith("!") && room.length() > 1;
    if (!isAlias && !isId) {
      throw refusal(
          "the option '"
              + option
              + "' is neither an alias (#plans:example.org, with %23 for #) nor a room id"
              + " (!abc:example.org)");
    }
  }

  private static boolean isTls(ChatAddress address) {
    boolean isTls = isOn(address, TLS, true);
    String host = address.host();
    boolean isLoopback = host.equals("localhost") || host.matches("127(\\.\\d{1,3}){3}");
    if (!isTls && !isLoopback) {
      throw refusal("the option 'tls=off' is for a homeserver on this computer alone");
    }
    return isTls;
  }

  private static boolean isOn(ChatAddress address, String option, boolean otherwise) {
    String value = address.option(option).orElse(otherwise ? "on" : "off");
    if (!value.equals("on") && !value.equals("off")) {
      throw refusal("the option '" + option + "' is on or off, not '" + value + "'");
    }
    return value.equals("on");
  }

  private static Set<String> trusted(ChatAddress address) {
    Set<String> users = new LinkedHashSet<>();
    for (String user : address.option(TRUSTED).orElse("").split(",", -1)) {
      String id = user.strip();
      if (!id.isEmpty()) {
        if (!id.startsWith("@") || id.indexOf(':') < 2) {
          throw refusal(
              "the option 'trusted' has '" + id + "', which is no id as @bot:example.org");
        }
        users.add(id);
      }
    }
    return Set.copyOf(users);
  }

  private static RuntimeException refusal(String reason) {
    return InvalidArgument.refusal(FIELD, reason);
  }
}
