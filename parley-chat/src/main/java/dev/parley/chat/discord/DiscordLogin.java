package dev.parley.chat.discord;

import dev.parley.chat.ChatFailure;
import dev.parley.chat.http.ChatAnswer;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * A bot whose token and rights were checked.
 *
 * @param bot the id of its account
 * @param guild its guild
 */
record DiscordLogin(String bot, DiscordGuild guild) {
  /** In a guild of any size, or of an application that few use. */
  private static final int MESSAGE_CONTENT = 1 << 18 | 1 << 19;

  /**
   * Checks the bot of an address.
   *
   * @throws ChatFailure {@code REFUSED} with the missing right
   */
  static DiscordLogin of(DiscordApi api, DiscordAddress address) {
    ChatAnswer me = api.answer("/users/@me", Map.of());
    if (me.status() == DiscordErrors.UNAUTHORIZED) {
      throw ChatFailure.refused(
          "Discord refuses the token of the bot; make a new one at the page Bot of the application"
              + " and set "
              + DiscordBackendProvider.TOKEN);
    }
    if (!me.isOk()) {
      throw DiscordErrors.failure(me, false);
    }
    String bot = DiscordGuild.id(me.document());
    checkContent(api.get("/applications/@me", Map.of()));
    DiscordGuild guild = guild(api, address, bot);
    if (address.creates() && !guild.mayMakeChannels()) {
      throw ChatFailure.refused(
          "create=on needs the permission Manage Channels, which the bot does not have in the"
              + " guild");
    }
    address.channels().forEach(guild::channel);
    return new DiscordLogin(bot, guild);
  }

  private static void checkContent(JsonNode application) {
    if ((application.path("flags").asLong(0) & MESSAGE_CONTENT) == 0) {
      throw ChatFailure.refused(
          "the bot cannot read messages; switch the Message Content Intent on at the page Bot of"
              + " the application");
    }
  }

  private static DiscordGuild guild(DiscordApi api, DiscordAddress address, String bot) {
    try {
      return DiscordGuild.of(api, address.guild(), bot);
    } catch (ChatFailure failure) {
      throw failure.kind() == ChatFailure.Kind.REFUSED
          ? ChatFailure.refused(
              "the bot is not a member of the guild "
                  + address.guild()
                  + "; invite it with the scope bot ("
                  + failure.getMessage()
                  + ")")
          : failure;
    }
  }
}
