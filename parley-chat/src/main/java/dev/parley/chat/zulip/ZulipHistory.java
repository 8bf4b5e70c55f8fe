package dev.parley.chat.zulip;

import dev.parley.chat.ChatMessage;
import dev.parley.chat.http.ChatHttp;
import dev.parley.spi.Original;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/**
 * The messages of a room that Zulip has. The ids of a server ascend, and any number can be the
 * anchor of a page, whether there is such a message or not.
 */
final class ZulipHistory {
  private static final int MAX_PAGE = 200;
  private static final String NEWEST = "newest";

  /** As far may the clocks of the machines of one server be apart. */
  private static final Duration CLOCKS = Duration.ofMinutes(1);

  /**
   * Messages of a page, by ascending ids.
   *
   * @param more the anchor of the next page; empty where there is none
   */
  private record Page(List<JsonNode> messages, OptionalLong more) {}

  private final ZulipApi api;
  private final ZulipReader reader;
  private final long channel;

  ZulipHistory(ZulipApi api, ZulipReader reader, long channel) {
    this.api = api;
    this.reader = reader;
    this.channel = channel;
  }

  /**
   * The newest messages under some names, the oldest first.
   *
   * @param limit the most messages
   */
  List<ChatMessage> newest(List<String> names, int limit) {
    List<ChatMessage> newest = new ArrayList<>();
    OptionalLong anchor = OptionalLong.empty();
    for (; ; ) {
      Page page = before(names, anchor, Math.min(limit, MAX_PAGE));
      newest.addAll(0, read(page.messages()));
      if (newest.size() >= limit || page.more().isEmpty()) {
        return newest.subList(Math.max(0, newest.size() - limit), newest.size());
      }
      anchor = page.more();
    }
  }

  /**
   * The first messages after another one, which need not be there. Where the server has begun to
   * count anew, or is another one, the time counts.
   */
  List<ChatMessage> after(List<String> names, Original after, int limit) {
    long from = number(after.id());
    int most = Math.min(limit, MAX_PAGE);
    boolean isFirst = true;
    for (; ; ) {
      Page page = after(names, from, isFirst ? 1 : 0, most);
      if (isFirst && !page.messages().isEmpty()) {
        JsonNode first = page.messages().get(0);
        boolean isLater = ZulipReader.time(first).isAfter(after.sentAt().plus(CLOCKS));
        if (ZulipReader.id(first) <= from && isLater) {
          return since(names, after.sentAt(), most);
        }
      }
      long last = from;
      List<JsonNode> newer =
          page.messages().stream().filter(message -> ZulipReader.id(message) > last).toList();
      List<ChatMessage> read = read(newer);
      if (!read.isEmpty() || page.more().isEmpty()) {
        return read.subList(0, Math.min(most, read.size()));
      }
      from = page.more().getAsLong();
      isFirst = false;
    }
  }

  /** The number of a message; the copy of a long one has a part behind it. */
  private static long number(String id) {
    int part = id.indexOf('#');
    try {
      return Long.parseLong(part < 0 ? id : id.substring(0, part));
    } catch (NumberFormatException ofAnotherSystem) {
      return 0;
    }
  }

  private List<ChatMessage> since(List<String> names, Instant time, int most) {
    Instant begin = time.truncatedTo(ChronoUnit.SECONDS);
    List<ChatMessage> oldest = new ArrayList<>();
    OptionalLong anchor = OptionalLong.empty();
    for (; ; ) {
      Page page = before(names, anchor, MAX_PAGE);
      List<JsonNode> newer =
          page.messages().stream()
              .filter(message -> !ZulipReader.time(message).isBefore(begin))
              .toList();
      oldest.addAll(0, read(newer));
      if (oldest.size() > most) {
        oldest.subList(most, oldest.size()).clear();
      }
      if (newer.size() < page.messages().size() || page.more().isEmpty()) {
        return oldest;
      }
      anchor = page.more();
    }
  }

  private List<ChatMessage> read(List<JsonNode> messages) {
    return messages.stream().map(reader::read).flatMap(Optional::stream).toList();
  }

  /** The page after {@code from}, and {@code before} messages up to it. */
  private Page after(List<String> names, long from, int before, int most) {
    List<JsonNode> all = new ArrayList<>();
    long end = Long.MAX_VALUE;
    for (String name : names) {
      JsonNode answer = fetch(name, Long.toString(from), before, most);
      List<JsonNode> messages = messages(answer);
      all.addAll(messages);
      long last = messages.isEmpty() ? 0 : ZulipReader.id(messages.get(messages.size() - 1));
      if (last > from && !answer.path("found_newest").asBoolean(false)) {
        end = Math.min(end, last); // past it, the other names may be ahead
      }
    }
    long up = end;
    all.removeIf(message -> ZulipReader.id(message) > up);
    all.sort(Comparator.comparingLong(ZulipReader::id));
    return new Page(all, up == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(up));
  }

  /** The page before an anchor, or the newest one. */
  private Page before(List<String> names, OptionalLong anchor, int most) {
    String at = anchor.isPresent() ? Long.toString(anchor.getAsLong()) : NEWEST;
    List<JsonNode> all = new ArrayList<>();
    long begin = 0;
    for (String name : names) {
      JsonNode answer = fetch(name, at, most, 0);
      List<JsonNode> messages = messages(answer);
      all.addAll(messages);
      if (!messages.isEmpty() && !answer.path("found_oldest").asBoolean(false)) {
        begin = Math.max(begin, ZulipReader.id(messages.get(0)));
      }
    }
    long down = begin;
    all.removeIf(message -> ZulipReader.id(message) < down);
    all.sort(Comparator.comparingLong(ZulipReader::id));
    return new Page(all, down == 0 ? OptionalLong.empty() : OptionalLong.of(down));
  }

  private static List<JsonNode> messages(JsonNode answer) {
    List<JsonNode> messages = new ArrayList<>();
    answer.path("messages").forEach(messages::add);
    return messages;
  }

  private JsonNode fetch(String topic, String anchor, int before, int after) {
    ArrayNode narrow = ChatHttp.JSON.createArrayNode();
    narrow.addObject().put("operator", "stream").put("operand", channel);
    narrow.addObject().put("operator", "topic").put("operand", topic);
    Map<String, String> query = new LinkedHashMap<>();
    query.put("anchor", anchor);
    query.put("include_anchor", Boolean.toString(anchor.equals(NEWEST)));
    query.put("num_before", Integer.toString(before));
    query.put("num_after", Integer.toString(after));
    query.put("narrow", narrow.toString());
    query.put("apply_markdown", "false");
    query.put("client_gravatar", "true");
    return api.get("/messages", query);
  }
}
