package dev.parley.chat.discord;

import dev.parley.chat.ChatAddress;
import dev.parley.problem.InvalidArgument;
import java.net.URI;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The parts of {@code discord://GUILD_ID?room.planning=CHANNEL_ID&create=on&trusted=ID,ID}.
 *
 * @param guild the id of the guild
 * @param creates whether channels are made for topics that have none
 * @param trusted the ids of the accounts of other Parleys
 * @param rooms the channels that the address names
 */
record DiscordAddress(String guild, boolean creates, Set<String> trusted, ChatAddress rooms) {
  private static final String FIELD = "bus";
  private static final String CREATE = "create";
  private static final String TRUSTED = "trusted";

  /**
   * Reads an address.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument}
   */
  static DiscordAddress of(URI address) {
    ChatAddress rooms = ChatAddress.of(address, Set.of(CREATE, TRUSTED));
    // a number alone is no host name, so the whole authority is read
    String guild = Optional.ofNullable(address.getRawAuthority()).orElse("");
    if (!DiscordSnowflake.isOne(guild) || !rooms.path().isEmpty()) {
      throw InvalidArgument.refusal(
          FIELD, "it must be discord://GUILD_ID, with the number of the guild alone");
    }
    rooms.rooms().forEach((room, channel) -> check("room." + room, channel));
    rooms.option("presence").ifPresent(channel -> check("presence", channel));
    Set<String> trusted =
        rooms
            .option(TRUSTED)
            .map(ids -> Arrays.stream(ids.split(",", -1)).collect(Collectors.toSet()))
            .orElse(Set.of());
    trusted.forEach(id -> check(TRUSTED, id));
    return new DiscordAddress(guild, isOn(rooms), Set.copyOf(trusted), rooms);
  }

  private static void check(String option, String id) {
    if (!DiscordSnowflake.isOne(id)) {
      throw InvalidArgument.refusal(FIELD, "the option '" + option + "' must be an id, a number");
    }
  }

  private static boolean isOn(ChatAddress rooms) {
    String create = rooms.option(CREATE).orElse("off");
    return switch (create) {
      case "on" -> true;
      case "off" -> false;
      default -> throw InvalidArgument.refusal(FIELD, "the option 'create' must be on or off");
    };
  }

  /** The ids of all channels that the address names, that of presence included. */
  Set<String> channels() {
    Set<String> channels = rooms.rooms().values().stream().collect(Collectors.toSet());
    rooms.option("presence").ifPresent(channels::add);
    return channels;
  }
}
