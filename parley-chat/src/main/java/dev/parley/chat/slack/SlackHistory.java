package dev.parley.chat.slack;

import dev.parley.chat.ChatMessage;
import dev.parley.engine.concurrent.BoundedMap;
import dev.parley.spi.Original;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/**
 * The messages that rooms have. A reading that a rate limit interrupted goes on with the next call
 * for the same messages.
 */
final class SlackHistory {
  private static final int MAX_BACKLOGS = 16;
  private static final int MAX_ROOMS = 1_000;

  /** The most pages that are read for the newest messages, where others are among them. */
  private static final int MAX_PAGES = 10;

  /** The most threads, those with the newest answers, of the newest messages. */
  private static final int MAX_THREADS = 10;

  /** The longest time between two calls of one reading. */
  private static final Duration RESUMABLE = Duration.ofMinutes(2);

  /** While events come, threads that began earlier are looked for after this time. */
  private static final Duration DEEP = Duration.ofMinutes(5);

  private final SlackPages pages;
  private final SlackMessages messages;
  private final SlackThreads threads;

  /** Guarded by {@code this}, as is the rest. */
  private final Map<String, SlackBacklog> backlogs = new BoundedMap<>(MAX_BACKLOGS);

  private final Map<String, Long> deepAt = new BoundedMap<>(MAX_ROOMS);
  private long interruptions;

  SlackHistory(SlackPages pages, SlackMessages messages, SlackThreads threads) {
    this.pages = pages;
    this.messages = messages;
    this.threads = threads;
  }

  /** Messages of a room as {@link dev.parley.chat.ChatConnection#history} returns them. */
  List<ChatMessage> read(String id, Optional<Original> after, int limit) {
    SlackRoom room = new SlackRoom(id, pages, messages, threads);
    return after.isEmpty() ? newest(room, limit) : after(room, SlackTs.of(after.get()), limit);
  }

  /** One message of a channel; empty where it is gone, or is an answer in a thread alone. */
  Optional<ChatMessage> one(String id, SlackTs ts) {
    String at = ts.toString();
    return pages
        .channel(id, Map.of("oldest", at, "latest", at, "inclusive", "true", "limit", "1"), "")
        .messages()
        .stream()
        .map(messages::read)
        .flatMap(Optional::stream)
        .filter(found -> found.original().id().equals(at))
        .findFirst();
  }

  /** Has the next reading of a room begin anew, as a message is about to be sent. */
  synchronized void forget(String id) {
    backlogs.remove(id);
  }

  /** Has all readings begin anew, as events were missed. */
  synchronized void isInterrupted() {
    interruptions++;
    backlogs.clear();
    deepAt.clear();
  }

  private List<ChatMessage> after(SlackRoom room, SlackTs from, int limit) {
    long before;
    SlackBacklog backlog;
    synchronized (this) {
      before = interruptions;
      SlackBacklog last = backlogs.remove(room.id());
      backlog =
          last != null && last.isAfter(from, RESUMABLE.toNanos())
              ? last
              : new SlackBacklog(room, from, isDeepDue(room.id()));
    }
    try {
      backlog.read();
      isRead(room.id(), backlog, before);
      return backlog.next(limit);
    } finally {
      putBack(room.id(), backlog, before);
    }
  }

  private synchronized boolean isDeepDue(String id) {
    Long last = deepAt.get(id);
    return last == null || System.nanoTime() - last > DEEP.toNanos();
  }

  private synchronized void isRead(String id, SlackBacklog backlog, long before) {
    if (backlog.isDeep() && before == interruptions && isDeepDue(id)) {
      deepAt.put(id, System.nanoTime());
    }
  }

  private synchronized void putBack(String id, SlackBacklog backlog, long before) {
    if (before == interruptions) {
      backlogs.put(id, backlog);
    }
  }

  private List<ChatMessage> newest(SlackRoom room, int limit) {
    NavigableMap<SlackTs, ChatMessage> found = new TreeMap<>();
    Map<SlackTs, SlackTs> answered = new HashMap<>();
    String cursor = "";
    for (int i = 0; i < MAX_PAGES && found.size() < limit && (i == 0 || !cursor.isEmpty()); i++) {
      SlackPages.Page page = room.channel(Map.of(), cursor);
      found.putAll(room.read(page));
      for (JsonNode message : page.messages()) {
        SlackMessages.latestReply(message)
            .ifPresent(reply -> SlackMessages.ts(message).ifPresent(ts -> answered.put(ts, reply)));
      }
      cursor = page.next();
    }
    keepNewest(found, limit);
    if (!found.isEmpty()) {
      SlackTs oldest = found.firstKey();
      answered.entrySet().stream()
          .filter(thread -> thread.getValue().isAfter(oldest))
          .sorted(Map.Entry.<SlackTs, SlackTs>comparingByValue(Comparator.reverseOrder()))
          .limit(MAX_THREADS)
          .forEach(thread -> found.putAll(answers(room, thread.getKey(), oldest)));
      keepNewest(found, limit);
    }
    return new ArrayList<>(found.values());
  }

  private static Map<SlackTs, ChatMessage> answers(SlackRoom room, SlackTs begins, SlackTs oldest) {
    NavigableMap<SlackTs, ChatMessage> answers = new TreeMap<>();
    String cursor = "";
    for (int i = 0; i < MAX_PAGES && (i == 0 || !cursor.isEmpty()); i++) {
      SlackPages.Page page = room.thread(begins, Map.of("oldest", oldest.toString()), cursor);
      answers.putAll(room.read(page));
      cursor = page.next();
    }
    answers.remove(begins);
    return answers.tailMap(oldest, false);
  }

  private static void keepNewest(NavigableMap<SlackTs, ChatMessage> found, int limit) {
    while (found.size() > limit) {
      found.pollFirstEntry();
    }
  }
}
