package dev.parley.chat.slack;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Pages of the messages of a room, with their metadata. */
final class SlackPages {
  /** The messages of a page; Slack recommends no more. */
  private static final int SIZE = 200;

  private static final Set<String> GONE = Set.of("thread_not_found", "message_not_found");

  /**
   * A page.
   *
   * @param messages in Slack's order
   * @param next the cursor of the next page; empty where there is none
   */
  record Page(List<JsonNode> messages, String next) {}

  private final SlackCalls calls;

  SlackPages(SlackCalls calls) {
    this.calls = calls;
  }

  /**
   * Messages of a channel, without the answers in its threads.
   *
   * @param range {@code oldest}, {@code latest} and {@code inclusive}
   * @param cursor empty for the first page
   */
  Page channel(String room, Map<String, String> range, String cursor) {
    return page(calls.read("conversations.history", fields(room, range, cursor)));
  }

  /** A thread, with the message that begins it; of one that is gone, an empty page. */
  Page thread(String room, SlackTs begins, Map<String, String> range, String cursor) {
    Map<String, String> fields = fields(room, range, cursor);
    fields.put("ts", begins.toString());
    SlackAnswer answer = calls.ask("conversations.replies", fields);
    return GONE.contains(answer.error()) ? new Page(List.of(), "") : page(answer.document());
  }

  private static Map<String, String> fields(String room, Map<String, String> range, String cursor) {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("channel", room);
    fields.put("limit", Integer.toString(SIZE));
    fields.put("include_all_metadata", "true");
    fields.putAll(range);
    if (!cursor.isEmpty()) {
      fields.put("cursor", cursor);
    }
    return fields;
  }

  private static Page page(JsonNode document) {
    List<JsonNode> messages = new ArrayList<>();
    document.path("messages").forEach(messages::add);
    return new Page(messages, document.path("response_metadata").path("next_cursor").asString(""));
  }
}
