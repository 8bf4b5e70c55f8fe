package dev.parley.chat.slack;

import dev.parley.chat.ChatMessage;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The messages of a room after one of them, answers in threads included. Slack has the newest ones
 * first, so all pages are read, and the oldest messages stay. Threads that began earlier are found
 * by their newest answers.
 *
 * <p>A reading that failed goes on where it was. Used by one thread at a time.
 */
final class SlackBacklog {
  private static final int MAX_FOUND = 2_000;

  /** As many pages before the message are looked through for threads that have new answers. */
  private static final int LOOK_BACK = 5;

  /** The parts of a reading, in their order. */
  private enum Step {
    CHANNEL,
    EARLIER_THREADS,
    ANSWERS,
    DONE
  }

  private final SlackRoom room;
  private final boolean isDeep;
  private final NavigableMap<SlackTs, ChatMessage> found = new TreeMap<>();
  private final Set<SlackTs> changed = new LinkedHashSet<>();
  private SlackTs from;
  private @Nullable SlackTs bound;
  private Step step = Step.CHANNEL;
  private String cursor = "";
  private int earlierPages;
  private long usedAt = System.nanoTime();

  /**
   * A reading that has not begun.
   *
   * @param isDeep whether to look for threads that began earlier, beyond those that are known to
   *     have new answers
   */
  SlackBacklog(SlackRoom room, SlackTs from, boolean isDeep) {
    this.room = room;
    this.from = from;
    this.isDeep = isDeep;
  }

  /** Returns true if it looks for threads that began earlier. */
  boolean isDeep() {
    return isDeep;
  }

  /** Returns true if the next message is the one after {@code ts}, and it was used lately. */
  boolean isAfter(SlackTs ts, long mostNanos) {
    boolean isUsed = step != Step.DONE || !found.isEmpty();
    return isUsed && from.equals(ts) && System.nanoTime() - usedAt < mostNanos;
  }

  /**
   * Reads what is missing.
   *
   * @throws dev.parley.chat.ChatFailure where a page could not be read
   */
  void read() {
    while (step != Step.DONE) {
      usedAt = System.nanoTime();
      switch (step) {
        case CHANNEL -> readChannel();
        case EARLIER_THREADS -> readEarlier();
        default -> readAnswers();
      }
    }
  }

  /** Removes and returns the oldest messages. */
  List<ChatMessage> next(int limit) {
    List<ChatMessage> next = new ArrayList<>();
    while (next.size() < limit && !found.isEmpty()) {
      Map.Entry<SlackTs, ChatMessage> oldest = found.pollFirstEntry();
      next.add(oldest.getValue());
      from = oldest.getKey();
    }
    usedAt = System.nanoTime();
    return next;
  }

  private void readChannel() {
    SlackPages.Page page = room.channel(Map.of("oldest", from.toString()), cursor);
    room.read(page).forEach(this::keep);
    changed.addAll(SlackRoom.changed(page, from));
    turn(page, isDeep ? Step.EARLIER_THREADS : Step.ANSWERS);
    if (step == Step.ANSWERS) {
      changed.addAll(room.changed(from));
    }
  }

  private void readEarlier() {
    SlackPages.Page page =
        room.channel(Map.of("latest", from.toString(), "inclusive", "true"), cursor);
    room.note(page);
    changed.addAll(SlackRoom.changed(page, from));
    earlierPages++;
    boolean isEnough = earlierPages == LOOK_BACK && !page.next().isEmpty();
    if (isEnough) {
      changed.addAll(room.before(page));
      step = Step.ANSWERS;
      cursor = "";
    } else {
      turn(page, Step.ANSWERS);
    }
    if (step == Step.ANSWERS) {
      changed.addAll(room.changed(from));
    }
  }

  private void readAnswers() {
    if (changed.isEmpty()) {
      step = Step.DONE;
      return;
    }
    SlackTs begins = changed.iterator().next();
    if (isBeyond(begins)) {
      changed.remove(begins);
      return;
    }
    SlackPages.Page page = room.thread(begins, Map.of("oldest", from.toString()), cursor);
    room.read(page)
        .forEach(
            (ts, message) -> {
              if (ts.isAfter(from) && !ts.equals(begins)) {
                keep(ts, message);
              }
            });
    cursor = page.next();
    if (cursor.isEmpty()) {
      changed.remove(begins);
    }
  }

  private void turn(SlackPages.Page page, Step next) {
    cursor = page.next();
    if (cursor.isEmpty()) {
      step = next;
    }
  }

  private void keep(SlackTs ts, ChatMessage message) {
    if (isBeyond(ts)) {
      return;
    }
    found.put(ts, message);
    if (found.size() > MAX_FOUND) {
      found.pollLastEntry();
      bound = found.lastKey();
    }
  }

  private boolean isBeyond(SlackTs ts) {
    return bound != null && ts.isAfter(bound);
  }
}
