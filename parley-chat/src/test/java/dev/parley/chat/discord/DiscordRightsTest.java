package dev.parley.chat.discord;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The rule for the permissions of a member in a channel. */
final class DiscordRightsTest {
  private static final long ALL =
      DiscordEmulator.VIEW | DiscordEmulator.SEND | DiscordEmulator.HISTORY;
  private static final String GUILD = "1";
  private static final String BOT = "2";
  private static final String ROLE = "3";
  private static final String OTHER = "4";

  @Test
  void rolesOfTheMember_addUp() {
    assertThat(rights(DiscordEmulator.VIEW, DiscordEmulator.SEND).missing(channel()))
        .containsExactly("Read Message History");
    assertThat(rights(0, ALL).missing(channel())).isEmpty();
    assertThat(rights(0, 0).missing(channel()))
        .containsExactly("View Channel", "Send Messages", "Read Message History");
  }

  @Test
  void administrator_andOwner_haveAll() {
    assertThat(rights(0, 1 << 3).missing(channel(overwrite(GUILD, 0, 0, ALL)))).isEmpty();
    assertThat(rights(0, 1 << 3).mayMakeChannels()).isTrue();
    JsonNode owned = guild(0, 0).put("owner_id", BOT);
    assertThat(new DiscordRights(owned, member(), BOT).missing(channel())).isEmpty();
  }

  @Test
  void overwrites_countInTheOrderEveryoneRolesMember() {
    long send = DiscordEmulator.SEND;
    ObjectNode none = overwrite(GUILD, 0, 0, send);
    assertThat(missing(none)).containsExactly("Send Messages");
    assertThat(missing(overwrite(ROLE, 0, send, 0), none)).isEmpty();
    assertThat(missing(overwrite(ROLE, 0, 0, send))).containsExactly("Send Messages");
    assertThat(missing(overwrite(OTHER, 0, 0, send))).isEmpty();
    assertThat(missing(overwrite(BOT, 1, send, 0), overwrite(ROLE, 0, 0, send))).isEmpty();
    assertThat(missing(overwrite(BOT, 1, 0, send), overwrite(ROLE, 0, send, 0)))
        .containsExactly("Send Messages");
    assertThat(missing(overwrite(OTHER, 1, 0, send))).isEmpty();
  }

  private static List<String> missing(ObjectNode... overwrites) {
    return rights(ALL, 0).missing(channel(overwrites));
  }

  private static DiscordRights rights(long everyone, long role) {
    return new DiscordRights(guild(everyone, role), member(), BOT);
  }

  private static ObjectNode guild(long everyone, long role) {
    ObjectNode guild = DiscordEmulatorJson.JSON.createObjectNode().put("id", GUILD);
    ArrayNode roles = guild.put("owner_id", "9").putArray("roles");
    roles.add(DiscordEmulatorJson.role(GUILD, "@everyone", everyone));
    roles.add(DiscordEmulatorJson.role(ROLE, "agents", role));
    roles.add(DiscordEmulatorJson.role(OTHER, "others", 1 << 3));
    return guild;
  }

  private static JsonNode member() {
    ObjectNode member = DiscordEmulatorJson.JSON.createObjectNode();
    member.putArray("roles").add(ROLE);
    return member;
  }

  private static JsonNode channel(ObjectNode... overwrites) {
    ObjectNode channel = DiscordEmulatorJson.JSON.createObjectNode();
    channel.putArray("permission_overwrites").addAll(List.of(overwrites));
    return channel;
  }

  private static ObjectNode overwrite(String id, int type, long allow, long deny) {
    return DiscordEmulatorJson.JSON
        .createObjectNode()
        .put("id", id)
        .put("type", type)
        .put("allow", Long.toString(allow))
        .put("deny", Long.toString(deny));
  }
}
