package dev.parley.chat.discord;

import dev.parley.chat.ChatMessage;
import dev.parley.spi.Original;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * Reads what channels had before. Discord compares ids with that of the cursor and does not look
 * for its message, so the cursor of a message that was deleted stays good.
 */
final class DiscordHistory {
  private static final int MAX_PAGE = 100;

  private final DiscordApi api;
  private final DiscordMessages messages;

  DiscordHistory(DiscordApi api, DiscordMessages messages) {
    this.api = api;
    this.messages = messages;
  }

  /** The messages after one, or the newest ones, the oldest first; empty where there are none. */
  List<ChatMessage> read(String channel, Optional<Original> after, int limit) {
    int most = Math.min(limit, MAX_PAGE);
    Optional<String> cursor = after.map(DiscordHistory::cursor);
    for (boolean isFirst = true; ; isFirst = false) {
      List<JsonNode> page = page(channel, cursor, after.isPresent() || isFirst, most);
      List<ChatMessage> said =
          page.stream().filter(DiscordMessages::isSaid).map(messages::read).toList();
      if (page.isEmpty() || !said.isEmpty()) {
        return said;
      }
      int next = after.isPresent() ? page.size() - 1 : 0;
      cursor = Optional.of(DiscordGuild.id(page.get(next)));
    }
  }

  private static String cursor(Original after) {
    return DiscordSnowflake.isOne(after.id())
        ? after.id()
        : DiscordSnowflake.before(after.sentAt());
  }

  /** A page, the oldest first; {@code forward} from the cursor on, or else back from it. */
  private List<JsonNode> page(String channel, Optional<String> cursor, boolean forward, int most) {
    Map<String, String> query = new LinkedHashMap<>();
    query.put("limit", Integer.toString(most));
    cursor.ifPresent(id -> query.put(forward ? "after" : "before", id));
    List<JsonNode> page = new ArrayList<>();
    for (JsonNode message : api.get("/channels/" + channel + "/messages", query)) {
      if (DiscordSnowflake.isOne(DiscordGuild.id(message))) {
        page.add(message);
      }
    }
    page.sort(
        (one, other) ->
            DiscordSnowflake.ORDER.compare(DiscordGuild.id(one), DiscordGuild.id(other)));
    return page;
  }
}
