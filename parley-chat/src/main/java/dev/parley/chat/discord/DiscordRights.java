package dev.parley.chat.discord;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** The permissions of the bot in its guild, by its roles and the overwrites of channels. */
final class DiscordRights {
  private static final List<DiscordPermission> NEEDED =
      List.of(
          DiscordPermission.VIEW_CHANNEL,
          DiscordPermission.SEND_MESSAGES,
          DiscordPermission.READ_MESSAGE_HISTORY);
  private static final int MEMBER = 1;

  private final String guild;
  private final String bot;
  private final Set<String> roles = new HashSet<>();
  private final BigInteger base;
  private final boolean hasAll;

  /**
   * The rights of a member.
   *
   * @param guild the guild, with its roles
   * @param member the bot as a member of it
   */
  DiscordRights(JsonNode guild, JsonNode member, String bot) {
    this.guild = guild.path("id").asString("");
    this.bot = bot;
    roles.add(this.guild); // the role of everyone
    member.path("roles").forEach(role -> roles.add(role.asString("")));
    BigInteger sum = BigInteger.ZERO;
    for (JsonNode role : guild.path("roles")) {
      if (roles.contains(role.path("id").asString(""))) {
        sum = sum.or(bits(role, "permissions"));
      }
    }
    this.base = sum;
    this.hasAll =
        guild.path("owner_id").asString("").equals(bot)
            || DiscordPermission.ADMINISTRATOR.isIn(sum);
  }

  /** Returns true if the bot may make channels. */
  boolean mayMakeChannels() {
    return hasAll || DiscordPermission.MANAGE_CHANNELS.isIn(base);
  }

  /** The permissions that the bot needs in a channel and does not have. */
  List<String> missing(JsonNode channel) {
    List<String> missing = new ArrayList<>();
    if (!hasAll) {
      BigInteger there = in(channel);
      for (DiscordPermission one : NEEDED) {
        if (!one.isIn(there)) {
          missing.add(one.words());
        }
      }
    }
    return missing;
  }

  private BigInteger in(JsonNode channel) {
    BigInteger allowed = BigInteger.ZERO;
    BigInteger denied = BigInteger.ZERO;
    BigInteger result = base;
    JsonNode own = null;
    for (JsonNode overwrite : channel.path("permission_overwrites")) {
      String id = overwrite.path("id").asString("");
      if (overwrite.path("type").asInt(0) == MEMBER) {
        own = id.equals(bot) ? overwrite : own;
      } else if (id.equals(guild)) {
        result = changed(result, bits(overwrite, "deny"), bits(overwrite, "allow"));
      } else if (roles.contains(id)) {
        denied = denied.or(bits(overwrite, "deny"));
        allowed = allowed.or(bits(overwrite, "allow"));
      }
    }
    result = changed(result, denied, allowed);
    return own == null ? result : changed(result, bits(own, "deny"), bits(own, "allow"));
  }

  private static BigInteger changed(BigInteger before, BigInteger deny, BigInteger allow) {
    return before.andNot(deny).or(allow);
  }

  private static BigInteger bits(JsonNode node, String field) {
    try {
      return new BigInteger(node.path(field).asString("0"));
    } catch (NumberFormatException none) {
      return BigInteger.ZERO;
    }
  }
}
