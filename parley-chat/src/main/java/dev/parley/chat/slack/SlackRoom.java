package dev.parley.chat.slack;

import dev.parley.chat.ChatMessage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/**
 * The reading of one room.
 *
 * @param id the id of the channel
 * @param pages reads pages
 * @param messages reads messages
 * @param threads takes note of all messages that are read
 */
record SlackRoom(String id, SlackPages pages, SlackMessages messages, SlackThreads threads) {

  /** A page of the channel. */
  SlackPages.Page channel(Map<String, String> range, String cursor) {
    return pages.channel(id, range, cursor);
  }

  /** A page of a thread. */
  SlackPages.Page thread(SlackTs begins, Map<String, String> range, String cursor) {
    return pages.thread(id, begins, range, cursor);
  }

  /**
   * The whole new messages of a page, by their times.
   *
   * @throws dev.parley.chat.ChatFailure where an author cannot be asked for; then nothing is noted
   */
  Map<SlackTs, ChatMessage> read(SlackPages.Page page) {
    Map<SlackTs, ChatMessage> read = new TreeMap<>();
    for (JsonNode message : page.messages()) {
      messages
          .read(message)
          .ifPresent(counted -> read.put(SlackTs.of(counted.original()), counted));
    }
    note(page);
    return read;
  }

  /** Takes note of the messages of a page. */
  void note(SlackPages.Page page) {
    page.messages().forEach(message -> threads.note(id, message));
  }

  /** The threads that begin on a page and have an answer after {@code from}. */
  static List<SlackTs> changed(SlackPages.Page page, SlackTs from) {
    return page.messages().stream()
        .filter(
            message ->
                SlackMessages.latestReply(message).filter(reply -> reply.isAfter(from)).isPresent())
        .map(SlackMessages::ts)
        .flatMap(Optional::stream)
        .toList();
  }

  /** The threads that are known to have an answer after {@code from}. */
  List<SlackTs> changed(SlackTs from) {
    return threads.changed(id, from);
  }

  /** The known threads that began before all messages of a page. */
  List<SlackTs> before(SlackPages.Page page) {
    return page.messages().stream()
        .map(SlackMessages::ts)
        .flatMap(Optional::stream)
        .min(SlackTs::compareTo)
        .map(oldest -> threads.before(id, oldest))
        .orElse(List.of());
  }
}
